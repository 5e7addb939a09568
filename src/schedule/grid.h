#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

namespace freshet::schedule {

// The logarithm to base 2 of a positive, normal number, to seven digits: several times faster than
// the library's, and the same on every machine.
inline double fast_log2(double x) {
  constexpr uint64_t kHalfRoot = 0x3FE6A09E667F3BCD;  // sqrt(1/2)
  const auto bits = std::bit_cast<uint64_t>(x);
  // So that the rest is between sqrt(1/2) and sqrt(2).
  const auto exponent = static_cast<int64_t>(bits - kHalfRoot) >> 52;
  const double rest = std::bit_cast<double>(bits - (static_cast<uint64_t>(exponent) << 52));
  const double s = (rest - 1) / (rest + 1);
  const double s2 = s * s;
  constexpr double kTwoOverLn2 = 2.8853900817779268;
  return static_cast<double>(exponent) +
         kTwoOverLn2 * s * (1 + s2 * (1.0 / 3 + s2 * (1.0 / 5 + s2 * (1.0 / 7 + s2 / 9))));
}

// Positive numbers by steps of one ratio, so that numbers that differ little are taken as one.
class GeometricGrid {
 public:
  explicit GeometricGrid(double ratio) : steps_per_octave_(1 / std::log2(ratio)) {}

  // Within the 12 bits of a signed number, whatever x > 0 is.
  int step(double x) const {
    constexpr double kMost = 2'047;
    const double step = std::floor(fast_log2(x) * steps_per_octave_ + 0.5);
    return static_cast<int>(step > kMost ? kMost : step < -kMost ? -kMost : step);
  }
  double middle(int step) const { return std::exp2(step / steps_per_octave_); }

 private:
  double steps_per_octave_;
};

}  // namespace freshet::schedule
