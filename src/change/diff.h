#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "change/sketch.h"

namespace freshet::change::internal {

// The positions of a block of the old version and of a block of the new version with the same
// words.
struct Match {
  size_t old_at = 0;
  size_t new_at = 0;

  bool operator==(const Match&) const = default;
};

// Returns a longest common subsequence of the two: as many matches as possible, ascending on both
// sides. Time and memory are quadratic in the number of blocks between the first and the last
// difference, which sketches bound.
std::vector<Match> matches(std::span<const Block> before, std::span<const Block> now);

}  // namespace freshet::change::internal
