#pragma once

#include "clock/clock.h"

namespace freshet::cluster {

// The time of a clock that nobody sets and that goes on while the process is stopped or the machine
// is suspended, since an arbitrary start. Of clocks that have no such time, the time.
inline Instant steady_time(const Clock& clock) {
  const std::optional<Duration> steady = clock.steady();
  return steady ? Instant() + *steady : clock.now();
}

}  // namespace freshet::cluster
