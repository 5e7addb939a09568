#pragma once

#include "clock/instant.h"

namespace freshet::refresh {

// Limits the rate of requests with a token bucket. Tokens are saved up only for a short time, so
// that a pause is not followed by a burst. The clock may jump in either direction.
class Budget {
 public:
  // It saves up at most the tokens of `saved_up_for`.
  Budget(double requests_per_second, Duration saved_up_for)
      : rate_(requests_per_second), saved_up_for_(saved_up_for) {}

  // Saved tokens are kept.
  void set_rate(double requests_per_second, Instant now);
  double rate() const { return rate_; }

  bool allows_one(Instant now);
  void spend();
  void give_back() { tokens_ += 1; }  // for a request that was not sent
  // Returns when a request will be allowed; never with a rate of 0.
  Instant next(Instant now) const;

 private:
  void refill(Instant now);
  double most() const;

  double rate_;
  Duration saved_up_for_;
  double tokens_ = 0;
  Instant refilled_until_;
  bool started_ = false;
};

}  // namespace freshet::refresh
