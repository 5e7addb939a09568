#pragma once

#include <mutex>

#include "clock/clock.h"

namespace freshet::test {

// Runs `scale` times as fast as the machine's clock, but never beyond a limit that the test moves
// on. A test that moves it only when the program under test has done its work gives the program all
// the time that it needs: on a slow machine the test takes longer, and no work is left undone.
class PacedClock final : public Clock {
 public:
  PacedClock(Instant start, double scale);

  Instant now() const override;
  Duration real(Duration passes) const override;

  void set_scale(double scale);
  // Where time stands still, until the limit is moved again. Without one it never does.
  void set_limit(Instant limit);

 private:
  Instant advance() const;  // with the mutex held

  const ScaledClock machine_{Instant(), 1};  // the time that really passes
  mutable std::mutex mutex_;
  double scale_;
  mutable Instant now_;
  mutable Instant read_ = machine_.now();  // when now_ was
  Instant limit_ = Instant::never();
};

}  // namespace freshet::test
