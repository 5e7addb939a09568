#pragma once

#include <cstdint>

namespace freshet::digest {

// What the generator SplitMix64 adds to its state for each number that it draws.
constexpr uint64_t kSplitMixStep = 0x9E3779B97F4A7C15;

// Returns the number that SplitMix64 (Steele, Lea, Flood 2014) draws in the state x. A bijection;
// the results for neighbouring arguments look independent of each other.
constexpr uint64_t split_mix(uint64_t x) {
  x += kSplitMixStep;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
  return x ^ (x >> 31);
}
}  // namespace freshet::digest
