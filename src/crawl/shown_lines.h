#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "change/line.h"
#include "parse/page.h"

namespace freshet::crawl {

// What a reader of the page can see, to be compared from visit to visit: its title, then its lines,
// each with the targets of its links. `targets` has a number for each of page.links. Points into
// the page.
std::vector<change::Line> shown_lines(const parse::ParsedPage& page,
                                      std::span<const uint64_t> targets);

// A hash, never 0, of what the page says of itself and does not show: description, language, wishes
// for robots, and the addresses in its head.
uint64_t metadata_of(const parse::ParsedPage& page);

}  // namespace freshet::crawl
