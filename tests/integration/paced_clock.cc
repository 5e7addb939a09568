#include "integration/paced_clock.h"

#include <algorithm>

namespace freshet::test {

PacedClock::PacedClock(Instant start, double scale) : scale_(scale), now_(start) {}

Instant PacedClock::advance() const {
  const Instant read = machine_.now();
  const Instant reached = now_ + Duration::from_seconds((read - read_).in_seconds() * scale_);
  read_ = read;
  now_ = std::max(now_, std::min(reached, limit_));
  return now_;
}

Instant PacedClock::now() const {
  const std::lock_guard lock(mutex_);
  return advance();
}

Duration PacedClock::real(Duration passes) const {
  const std::lock_guard lock(mutex_);
  return Duration::from_seconds(passes.in_seconds() / scale_);
}

void PacedClock::set_scale(double scale) {
  const std::lock_guard lock(mutex_);
  advance();
  scale_ = scale;
}

void PacedClock::set_limit(Instant limit) {
  const std::lock_guard lock(mutex_);
  advance();  // The time that it stood still does not count.
  limit_ = limit;
}

}  // namespace freshet::test
