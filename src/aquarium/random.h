#pragma once

#include <cmath>
#include <cstdint>

#include "digest/split_mix.h"

// Random numbers without state: every draw is a function of a seed. So a fact of the world can be
// computed at any time, in any order, by any thread.
namespace freshet::aquarium {

// Hashes a number to 64 bits. A bijection.
constexpr uint64_t mix(uint64_t x) {
  return digest::split_mix(x);
}
// Derives the b-th seed from seed a.
constexpr uint64_t mix(uint64_t a, uint64_t b) {
  return mix(a ^ mix(b));
}

// Uniform in [0, 1).
constexpr double unit(uint64_t random) {
  return static_cast<double>(random >> 11) * 0x1p-53;
}
// Uniform in 0..n-1; n > 0. The bias is n / 2^64.
constexpr uint64_t below(uint64_t random, uint64_t n) {
  return static_cast<uint64_t>(static_cast<unsigned __int128>(random) * n >> 64);
}

// Standard normal, by the method of Box and Muller.
double normal(uint64_t random);

// Lognormal: median * e^(sigma N), where N is standard normal.
inline double lognormal(uint64_t random, double median, double sigma) {
  return sigma == 0 ? median : median * std::exp(sigma * normal(random));
}

// Poisson. Exact up to a mean of 64. Above that, a rounded normal; the difference cannot be seen in
// a thousand draws.
uint64_t poisson(uint64_t random, double mean);

// Binomial with probability 1/2: how many of n tossed coins show heads. O(n / 64).
uint64_t count_heads(uint64_t random, uint64_t n);

// The image of i under a random permutation of 0..n-1, computed without a table; n > 0, i < n.
uint32_t shuffled(uint64_t random, uint32_t i, uint32_t n);

// A sequence of random numbers from one seed.
class RandomStream {
 public:
  explicit RandomStream(uint64_t seed) : state_(seed) {}
  uint64_t next() { return mix(state_++); }
  uint64_t below(uint64_t n) { return aquarium::below(next(), n); }
  double unit() { return aquarium::unit(next()); }

 private:
  uint64_t state_;
};

}  // namespace freshet::aquarium
