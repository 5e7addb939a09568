#pragma once

#include <atomic>

#include "clock/instant.h"

namespace freshet {

// Where the time comes from. Code that decides takes an Instant; code that runs takes a Clock.
// Safe to read from any thread.
class Clock {
 public:
  virtual ~Clock() = default;
  virtual Instant now() const = 0;
  // How long it really takes until so much of this clock's time has passed: for timers.
  virtual Duration real(Duration passes) const { return passes; }
};

// The machine's wall clock. It can jump; nothing may depend on it going forward.
class SystemClock final : public Clock {
 public:
  Instant now() const override;
};

// Runs `scale` times as fast as the machine's, from a time on: for rehearsals.
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

// Stands still until told otherwise: for tests and simulations.
class ManualClock final : public Clock {
 public:
  explicit ManualClock(Instant start = Instant()) : now_us_(start.unix_microseconds()) {}

  Instant now() const override { return Instant::from_unix_microseconds(now_us_.load()); }
  void set(Instant to) { now_us_.store(to.unix_microseconds()); }
  void advance(Duration by) { now_us_.fetch_add(by.in_microseconds()); }

 private:
  std::atomic<int64_t> now_us_;
};

}  // namespace freshet
