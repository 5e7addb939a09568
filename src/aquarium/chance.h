#pragma once

#include <cmath>
#include <cstdint>

// Chance without memory: every draw is a function of a seed, so that a fact of the world can be
// computed again at any time, in any order, by any thread.
namespace freshet::aquarium {

// Spreads a number over 64 bits: the last step of SplitMix64 (Steele, Lea, Flood 2014). A
// bijection.
constexpr uint64_t mix(uint64_t x) {
  x += 0x9E3779B97F4A7C15;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
  return x ^ (x >> 31);
}
// A seed for the b-th thing under a.
constexpr uint64_t mix(uint64_t a, uint64_t b) {
  return mix(a ^ mix(b));
}

// Evenly in [0, 1).
constexpr double unit(uint64_t random) {
  return static_cast<double>(random >> 11) * 0x1p-53;
}
// Evenly in 0..n-1; n > 0. The bias is n / 2^64.
constexpr uint64_t below(uint64_t random, uint64_t n) {
  return static_cast<uint64_t>(static_cast<unsigned __int128>(random) * n >> 64);
}

// Standard normal (Box and Muller).
double normal(uint64_t random);

// The median times e^(sigma N): spread evenly around the median on a logarithmic scale.
inline double lognormal(uint64_t random, double median, double sigma) {
  return sigma == 0 ? median : median * std::exp(sigma * normal(random));
}

// Poisson. Exact below a mean of 64; above, the rounded normal, whose error is below what a
// thousand draws can show.
uint64_t poisson(uint64_t random, double mean);

// How many of n coins fall heads. O(n / 64).
uint64_t heads(uint64_t random, uint64_t n);

// A permutation of 0..n-1 that needs no table; n > 0, i < n.
uint32_t shuffled(uint64_t random, uint32_t i, uint32_t n);

// A stream of numbers from one seed.
class Chance {
 public:
  explicit Chance(uint64_t seed) : state_(seed) {}
  uint64_t next() { return mix(state_++); }
  uint64_t below(uint64_t n) { return aquarium::below(next(), n); }
  double unit() { return aquarium::unit(next()); }

 private:
  uint64_t state_;
};

}  // namespace freshet::aquarium
