#pragma once

#include <string_view>

#include "change/compare.h"
#include "crawl/reading.h"

namespace freshet::crawl {

// Compares what was read with the last visit, and says what to remember for the next. `text` is the
// main text; `before` is nullptr at the first visit.
void compare(const Before* before, std::string_view text, const change::CompareRule& rule,
             Reading& reading);

}  // namespace freshet::crawl
