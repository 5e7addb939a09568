#include "clock/clock.h"

namespace freshet {

Instant SteadiedClock::now() const {
  const std::optional<Duration> steady = clock_.steady();
  if (!steady || !steady_began_) return clock_.now();
  return began_ + (*steady - *steady_began_);
}

}  // namespace freshet
