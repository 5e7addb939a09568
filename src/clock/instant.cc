#include "clock/instant.h"

namespace freshet {

Duration Duration::from_seconds(double s) {
  // The largest double below 2^63 microseconds; anything outside (or NaN) is clamped.
  constexpr double kMost = 9.2e12;
  if (!(s < kMost)) return Duration(std::numeric_limits<int64_t>::max());
  if (s < -kMost) return Duration(std::numeric_limits<int64_t>::min());
  return Duration(static_cast<int64_t>(s * 1e6));
}

}  // namespace freshet
