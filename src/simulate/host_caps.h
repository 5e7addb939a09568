#pragma once

#include <algorithm>
#include <vector>

#include "schedule/policy.h"

namespace freshet::simulate {

// A host is asked so many times a day at most: a bucket of tokens each, which holds an hour's worth
// (at least one) and is full at the start.
class HostCaps {
 public:
  HostCaps(size_t hosts, double visits_per_day, Instant start)
      : per_second_(visits_per_day / 86'400),
        most_(std::max(1.0, per_second_ * 3'600)),
        buckets_(hosts, {most_, start}) {}

  // A visit at `now`; returns the time until which the host must be left alone.
  Instant spend(schedule::Site site, Instant now) {
    Bucket& bucket = buckets_[site];
    const double came = per_second_ * (now - bucket.at).in_seconds();
    bucket = {std::min(most_, bucket.tokens + came) - 1, now};
    if (bucket.tokens >= 1) return now;
    // Rounded up, so that there is a token then.
    return now + Duration::from_seconds((1 - bucket.tokens) / per_second_) +
           Duration::microseconds(1);
  }

 private:
  struct Bucket {
    double tokens;
    Instant at;
  };
  double per_second_;
  double most_;
  std::vector<Bucket> buckets_;
};

}  // namespace freshet::simulate
