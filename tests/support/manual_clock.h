#pragma once

#include <atomic>
#include <cstdint>

#include "clock/clock.h"

namespace freshet::test {

// A clock that stands still until set() or advance() is called: the test decides when an hour has
// passed.
class ManualClock final : public Clock {
 public:
  explicit ManualClock(Instant start = Instant()) : now_us_(start.unix_microseconds()) {}

  Instant now() const override { return Instant::from_unix_microseconds(now_us_.load()); }
  void set(Instant to) { now_us_.store(to.unix_microseconds()); }
  void advance(Duration by) { now_us_.fetch_add(by.in_microseconds()); }

 private:
  std::atomic<int64_t> now_us_;
};

}  // namespace freshet::test
