#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>

#include "clock/instant.h"

namespace freshet::schedule {

constexpr double kSecondsOfADay = 86'400;

// Times in four bytes: whole seconds since the first that was told, for 136 years.
class Seconds {
 public:
  // The first call says when time begins.
  uint32_t begin_or(Instant now) {
    if (!start_) start_ = now;
    return at(now);
  }
  // What was before time began counts as its beginning.
  uint32_t at(Instant time) const {
    if (!start_) return 0;
    constexpr int64_t kMost = std::numeric_limits<uint32_t>::max();
    return static_cast<uint32_t>(
        std::clamp<int64_t>((time - *start_).in_whole_seconds(), 0, kMost));
  }
  Instant start() const { return start_.value_or(Instant()); }

 private:
  std::optional<Instant> start_;
};

}  // namespace freshet::schedule
