#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "change/sketch.h"

namespace freshet::change::internal {

// A block of the old version that is found in the new one, by its words.
struct Match {
  size_t old_at = 0;
  size_t new_at = 0;

  bool operator==(const Match&) const = default;
};

// As many matches as possible, ascending on both sides: a longest common subsequence. Quadratic in
// what lies between the first and the last difference, which sketches bound.
std::vector<Match> matches(std::span<const Block> before, std::span<const Block> now);

}  // namespace freshet::change::internal
