#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "change/line.h"
#include "parse/page.h"

namespace freshet::crawl {

// The visible text of a page, which is compared between visits: its title, then its lines, each
// with the targets of its links. `targets` has a number for each of page.links. The result refers
// to the page.
std::vector<change::Line> shown_lines(const parse::ParsedPage& page,
                                      std::span<const uint64_t> targets);

// A hash, never 0, of the page's invisible metadata: description, language, robots directives, and
// the addresses in its head.
uint64_t metadata_of(const parse::ParsedPage& page);

}  // namespace freshet::crawl
