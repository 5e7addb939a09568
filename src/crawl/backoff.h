#pragma once

#include <algorithm>

#include "clock/instant.h"

namespace freshet::crawl {

// Exponential back-off: `first` after the first failure, doubled with each further one, at most
// `longest`.
inline Duration backoff_delay(Duration first, int failures, Duration longest) {
  Duration delay = first;
  for (int i = 1; i < failures && delay < longest; ++i) delay = delay * 2;
  return std::min(delay, longest);
}

}  // namespace freshet::crawl
