#pragma once

#include <algorithm>
#include <vector>

#include "schedule/policy.h"

namespace freshet::simulate {

// Limits the visits to each host by a token bucket. A bucket holds the visits of an hour, but at
// least one, and is full at the start.
class HostCaps {
 public:
  HostCaps(size_t hosts, double visits_per_day, Instant start)
      : per_second_(visits_per_day / 86'400),
        most_(std::max(1.0, per_second_ * 3'600)),
        buckets_(hosts, {most_, start}) {}

  // Counts a visit at `now`; returns the time of the earliest next visit.
  Instant spend(schedule::Site site, Instant now) {
    Bucket& bucket = buckets_[site];
    const double came = per_second_ * (now - bucket.at).in_seconds();
    bucket = {std::min(most_, bucket.tokens + came) - 1, now};
    if (bucket.tokens >= 1) return now;
    // Rounded up, so that there is a whole token then.
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
