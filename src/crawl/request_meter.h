#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "clock/instant.h"

namespace freshet::crawl {

// Counts events in a sliding window: the last kParts intervals, including the current one. If the
// clock is set back, events count in the newest interval.
template <size_t kParts>
class SlidingCount {
 public:
  explicit SlidingCount(Duration part) : part_(part) {}

  void count(Instant now) {
    move_to(now);
    ++counts_[static_cast<size_t>(newest_) % counts_.size()];
  }
  uint64_t sum(Instant now) {
    move_to(now);
    uint64_t sum = 0;
    for (const uint32_t count : counts_) sum += count;
    return sum;
  }

 private:
  void move_to(Instant now) {
    const int64_t part = now.unix_microseconds() / part_.in_microseconds();
    const auto size = static_cast<int64_t>(counts_.size());
    if (part - newest_ >= size) counts_.fill(0);
    for (int64_t i = std::max(newest_ + 1, part - size + 1); i <= part; ++i) {
      counts_[static_cast<size_t>(i) % counts_.size()] = 0;
    }
    newest_ = std::max(newest_, part);
  }

  const Duration part_;
  int64_t newest_ = 0;
  std::array<uint32_t, kParts> counts_{};
};

// Counts requests of the last minute, hour and day, with a resolution of a sixtieth or better.
class RequestMeter {
 public:
  void count(Instant now) {
    minute_.count(now);
    hour_.count(now);
    day_.count(now);
  }
  uint64_t last_minute(Instant now) { return minute_.sum(now); }
  uint64_t last_hour(Instant now) { return hour_.sum(now); }
  uint64_t last_day(Instant now) { return day_.sum(now); }

 private:
  SlidingCount<60> minute_{Duration::seconds(1)};
  SlidingCount<60> hour_{Duration::minutes(1)};
  SlidingCount<96> day_{Duration::minutes(15)};
};

}  // namespace freshet::crawl
