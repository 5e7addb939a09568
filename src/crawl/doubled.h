#pragma once

#include <algorithm>

#include "clock/instant.h"

namespace freshet::crawl {

// Doubles with each failure; bounded.
inline Duration doubled(Duration first, int failures, Duration longest) {
  Duration delay = first;
  for (int i = 1; i < failures && delay < longest; ++i) delay = delay * 2;
  return std::min(delay, longest);
}

}  // namespace freshet::crawl
