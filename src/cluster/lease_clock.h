#pragma once

#include <atomic>

#include "clock/clock.h"

namespace freshet::cluster {

// An agent's own view of its lease. Everything that sends requests or writes asks it first, so that
// a process that was stopped past its lease sends nothing afterwards. The agent's view ends before
// the registry's: it counts from the time before the heartbeat was sent, and leaves a part of the
// lease unused. Thread-safe.
class LeaseClock {
 public:
  // `clock` must outlive this object.
  explicit LeaseClock(const Clock& clock) : clock_(clock) {}

  // Returns how long an agent may use a lease of this length.
  static Duration usable(Duration lease) { return lease - lease / kUnusedPart; }
  // A lease of this length was granted in answer to a call that was sent at `sent` (steady_time()).
  void renew(Instant sent, Duration lease);
  // The lease has ended, or its end is known.
  void end() { until_us_.store(0); }

  bool is_valid() const { return steady_time_us() < until_us_.load(); }
  // Zero if it has ended.
  Duration remaining() const;

 private:
  // Clocks of two machines run at rates that differ by less than this part.
  static constexpr int64_t kUnusedPart = 20;

  int64_t steady_time_us() const;

  const Clock& clock_;
  std::atomic<int64_t> until_us_{0};
};

}  // namespace freshet::cluster
