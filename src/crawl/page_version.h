#pragma once

#include <span>

#include "change/compare.h"
#include "change/line.h"
#include "crawl/reading.h"

namespace freshet::crawl {

// What a page shows and says, to be compared with its last version.
struct Shown {
  std::span<const change::Line> lines;  // title and visible text; none: not a text
  uint64_t metadata = 0;                // hash of what it says of itself and does not show
};

// Compares a page with its last version, and fills in what of `reading` is about that: the
// difference, whether links were added or removed, and the version to keep. `before` is nullptr at
// the first visit; `at` is the time of this one.
void compare(const Before* before, const Shown& shown, Instant at, const change::CompareRule& rule,
             Reading& reading);

// The same of a sitemap or feed, which is the same while it names the same pages: when it says that
// they have changed, that is news of them.
void compare_names(const Before* before, Reading& reading);

}  // namespace freshet::crawl
