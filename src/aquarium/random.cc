#include "aquarium/random.h"

#include <bit>
#include <numbers>

namespace freshet::aquarium {

double normal(uint64_t random) {
  const double u = 1.0 - unit(random);  // never 0
  const double angle = 2 * std::numbers::pi * unit(mix(random));
  return std::sqrt(-2 * std::log(u)) * std::cos(angle);
}

uint64_t poisson(uint64_t random, double mean) {
  constexpr double kLarge = 64;
  if (!(mean > 0)) return 0;
  if (mean > kLarge) {
    const double drawn = std::round(mean + std::sqrt(mean) * normal(random));
    return drawn > 0 ? static_cast<uint64_t>(drawn) : 0;
  }
  // Inverts the distribution function by summing its terms.
  const double u = unit(random);
  double term = std::exp(-mean);
  double sum = term;
  uint64_t k = 0;
  while (u >= sum && term > 0) {
    ++k;
    term *= mean / static_cast<double>(k);
    sum += term;
  }
  return k;
}

uint64_t count_heads(uint64_t random, uint64_t n) {
  uint64_t count = 0;
  RandomStream chance(random);
  for (; n >= 64; n -= 64) count += static_cast<uint64_t>(std::popcount(chance.next()));
  if (n > 0) count += static_cast<uint64_t>(std::popcount(chance.next() >> (64 - n)));
  return count;
}

uint32_t shuffled(uint64_t random, uint32_t i, uint32_t n) {
  // A Feistel network over the smallest even number of bits that can hold n - 1. If the result is
  // not below n, it is permuted again (cycle walking: Black and Rogaway 2002). The network's range
  // is at most four times n.
  if (n < 2) return i;
  const int half_bits = (std::bit_width(n - 1) + 1) / 2;
  const uint64_t mask = (uint64_t{1} << half_bits) - 1;
  uint64_t at = i;
  do {
    uint64_t left = at >> half_bits;
    uint64_t right = at & mask;
    for (uint64_t round = 0; round < 4; ++round) {
      const uint64_t next = left ^ (mix(random + round, right) & mask);
      left = right;
      right = next;
    }
    at = left << half_bits | right;
  } while (at >= n);
  return static_cast<uint32_t>(at);
}

}  // namespace freshet::aquarium
