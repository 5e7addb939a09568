#pragma once

#include <chrono>

#include "clock/clock.h"

namespace freshet::aquarium {

// Runs from `start` at `scale` times the speed of real time, without jumps.
class ScaledClock final : public Clock {
 public:
  ScaledClock(Instant start, double scale) : start_(start), scale_(scale) {}

  Instant now() const override {
    const auto passed = std::chrono::steady_clock::now() - began_;
    const double us = std::chrono::duration<double, std::micro>(passed).count();
    return start_ + Duration::microseconds(static_cast<int64_t>(us * scale_));
  }

 private:
  const Instant start_;
  const double scale_;
  const std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
};

}  // namespace freshet::aquarium
