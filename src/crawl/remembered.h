#pragma once

#include <string_view>

#include "change/compare.h"
#include "crawl/reading.h"

namespace freshet::crawl {

// Compares what was read with the last visit, and says what to remember for the next. `text` is the
// main text; `before` is nullptr at the first visit.
void compare(const Before* before, std::string_view text, const change::CompareRule& rule,
             Reading& reading);

// The same of a sitemap or feed, which is the same while it names the same pages: when it says that
// they have changed, that is news of them.
void compare_names(const Before* before, Reading& reading);

}  // namespace freshet::crawl
