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
};

// The machine's wall clock. It can jump; nothing may depend on it going forward.
class SystemClock final : public Clock {
 public:
  Instant now() const override;
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
