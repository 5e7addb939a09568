#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "clock/instant.h"

namespace freshet::refresh {

// The result of a visit to a known page.
struct Found {
  enum class Kind : uint8_t { kSame, kChanged, kFailed, kGone };
  Kind kind = Kind::kSame;
  uint32_t size = 0;
  std::optional<Instant> last_modified;
};

// Returns whole seconds in four bytes, which suffice until 2106.
inline uint32_t unix_seconds_of(Instant t) {
  return static_cast<uint32_t>(std::clamp<int64_t>(t.unix_seconds(), 0, UINT32_MAX));
}

}  // namespace freshet::refresh
