#include "clock/clock.h"

#include <chrono>

namespace freshet {

Instant SystemClock::now() const {
  const auto since_epoch = std::chrono::system_clock::now().time_since_epoch();
  return Instant::from_unix_microseconds(
      std::chrono::duration_cast<std::chrono::microseconds>(since_epoch).count());
}

}  // namespace freshet
