#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>
#include <utility>
#include <vector>

#include "digest/split_mix.h"

namespace freshet::simulate {

// A random number generator (SplitMix64). The same seed gives the same numbers on every machine;
// the distributions of the standard library do not.
class Chance {
 public:
  explicit Chance(uint64_t seed) : state_(seed) {}

  uint64_t next() {
    const uint64_t drawn = digest::split_mix(state_);
    state_ += digest::kSplitMixStep;
    return drawn;
  }
  double unit() { return static_cast<double>(next() >> 11) * 0x1p-53; }  // in [0, 1)
  double between(double low, double high) { return low + (high - low) * unit(); }
  uint64_t below(uint64_t n) {
    return static_cast<uint64_t>(static_cast<unsigned __int128>(next()) * n >> 64);
  }
  double exponential(double rate) { return -std::log1p(-unit()) / rate; }
  double normal() {
    const double radius = std::sqrt(-2 * std::log1p(-unit()));
    return radius * std::cos(2 * std::numbers::pi * unit());
  }
  double log_uniform(double low, double high) { return low * std::pow(high / low, unit()); }
  double lognormal(double median, double sigma) { return median * std::exp(sigma * normal()); }

  template <typename T>
  void shuffle(std::vector<T>& all) {
    for (size_t i = all.size(); i > 1; --i) std::swap(all[i - 1], all[below(i)]);
  }

 private:
  uint64_t state_;
};

}  // namespace freshet::simulate
