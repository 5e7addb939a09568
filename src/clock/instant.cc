#include "clock/instant.h"

namespace freshet {

Duration Duration::from_seconds(double s) {
  // A little below 2^63 microseconds. Larger values and NaN are clamped.
  constexpr double kMost = 9.2e12;
  if (!(s < kMost)) return Duration(std::numeric_limits<int64_t>::max());
  if (s < -kMost) return Duration(std::numeric_limits<int64_t>::min());
  return Duration(static_cast<int64_t>(s * 1e6));
}

}  // namespace freshet
