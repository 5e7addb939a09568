#pragma once

#include <algorithm>

#include "clock/instant.h"

namespace freshet::refresh {

// The time that is passed to a policy. It never goes back: when the clock is set back, it continues
// from where it was, and from then on it is ahead of the clock.
class PolicyClock {
 public:
  void start(Instant now) { latest_ = now; }

  // Returns the policy's time for a call at `now` of the clock, and remembers it.
  Instant advance(Instant now) {
    const Duration behind = latest_ - (now + ahead_);
    if (behind > kStep) ahead_ += behind;
    latest_ = std::max(latest_, now + ahead_);
    return latest_;
  }
  // Returns the same, for a call that only asks.
  Instant at(Instant now) const { return std::max(now + ahead_, latest_); }
  // Returns the last time that was passed to the policy.
  Instant latest() const { return latest_; }

  // Convert between the two times, also times in the past or in the future.
  Instant to_clock(Instant policy_time) const { return policy_time - ahead_; }
  Instant from_clock(Instant clock_time) const { return clock_time + ahead_; }

 private:
  // If a time is earlier than the last one by less than this, calls arrived out of order. If it is
  // earlier by more, the clock was set back.
  static constexpr Duration kStep = Duration::seconds(10);

  Instant latest_;
  Duration ahead_;
};

}  // namespace freshet::refresh
