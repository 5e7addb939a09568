#pragma once

#include <span>

#include "change/compare.h"
#include "change/line.h"
#include "crawl/reading.h"

namespace freshet::crawl {

// The content of a page that is compared with its last version.
struct Shown {
  std::span<const change::Line> lines;  // title and visible text; empty if it is not a text
  uint64_t metadata = 0;                // hash of its invisible metadata
};

// Compares a page with its last version, and fills in the results in `reading`: the difference,
// whether links were added or removed, and the version to store. `before` is nullptr at the first
// visit; `at` is the time of this visit.
void compare(const Before* before, const Shown& shown, Instant at, const change::CompareRule& rule,
             Reading& reading);

// Does the same for a sitemap or feed. It is unchanged as long as it lists the same pages: new
// dates of these are changes of the pages.
void compare_names(const Before* before, Reading& reading);

// Does the same for a list of items: it has changed if its items have. Whether there are new ones,
// only the engine knows.
void compare_lists(const Before* before, Reading& reading);
void count_as_same(Reading& reading);  // if it turns out that there are no new ones

// Does the same for an item: it has changed if its values have. A page without the required fields
// is not compared.
void compare_items(const Before* before, Reading& reading);

}  // namespace freshet::crawl
