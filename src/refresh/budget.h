#pragma once

#include "clock/instant.h"

namespace freshet::refresh {

// Requests that may be sent: so many a second, saved up for a short while only, so that a pause is
// not followed by a burst. The clock may jump in either direction.
class Budget {
 public:
  // At most what comes in so long is saved up.
  Budget(double requests_per_second, Duration saved_up_for)
      : rate_(requests_per_second), saved_up_for_(saved_up_for) {}

  // What was saved stays.
  void set_rate(double requests_per_second, Instant now);
  double rate() const { return rate_; }

  bool allows_one(Instant now);
  void spend();
  void give_back() { tokens_ += 1; }  // one that was spent on nothing
  // When there will be one; never with a rate of 0.
  Instant next(Instant now) const;

 private:
  void earn(Instant now);
  double most() const;

  double rate_;
  Duration saved_up_for_;
  double tokens_ = 0;
  Instant earned_until_;
  bool started_ = false;
};

}  // namespace freshet::refresh
