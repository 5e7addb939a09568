#include "integration/paced_clock.h"

#include <algorithm>
#include <chrono>

namespace freshet::test {
namespace {

int64_t steady_ns() {
  const auto since_boot = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::nanoseconds>(since_boot).count();
}

}  // namespace

PacedClock::PacedClock(Instant start, double scale)
    : scale_(scale), now_(start), read_ns_(steady_ns()) {}

Instant PacedClock::advance() const {
  const int64_t read_ns = steady_ns();
  const double passed_us = static_cast<double>(read_ns - read_ns_) * scale_ / 1e3;
  // What is below a microsecond waits for the next reading.
  if (passed_us < 1) return now_;
  read_ns_ = read_ns;
  const Instant reached = now_ + Duration::microseconds(static_cast<int64_t>(passed_us));
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
