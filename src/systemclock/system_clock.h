#pragma once

#include <cstdint>
#include <optional>

#include "clock/clock.h"

namespace freshet {

// The machine's wall clock. now() can jump in either direction.
class SystemClock final : public Clock {
 public:
  Instant now() const override;
  std::optional<Duration> steady() const override;  // includes the time the machine was suspended
};

// How far the machine's time zone (TZ) is east of UTC at this time; zero if that cannot be found
// out.
Duration local_zone(Instant at);

// A clock that begins at `start` and runs `scale` times as fast as the machine's steady clock.
// Demos and simulations use it.
class ScaledClock final : public Clock {
 public:
  ScaledClock(Instant start, double scale);

  Instant now() const override;
  Duration real(Duration passes) const override;

 private:
  const Instant start_;
  const double scale_;
  const int64_t began_ns_;  // on the machine's steady clock
};

}  // namespace freshet
