#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
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
  explicit GeometricGrid(double ratio) : steps_per_octave_(1 / std::log2(ratio)) {
    for (size_t i = 0; i < steps_.size(); ++i)
      steps_[i] =
          static_cast<float>(std::log2(1 + static_cast<double>(i) / kParts) * steps_per_octave_);
  }

  // Within the 12 bits of a signed number, whatever x > 0 is.
  int step(double x) const {
    // A number lies between two whose steps are known; most times both have the same.
    const auto bits = std::bit_cast<uint64_t>(x);
    const double exponent = static_cast<double>(static_cast<int64_t>(bits >> 52) - 1'023);
    const size_t part = (bits >> (52 - kPartBits)) & (kParts - 1);
    const double octave = exponent * steps_per_octave_;
    const int low = rounded(octave + static_cast<double>(steps_[part]) - kRounding);
    const int high = rounded(octave + static_cast<double>(steps_[part + 1]) + kRounding);
    const int step = low == high ? low : rounded(fast_log2(x) * steps_per_octave_);
    return step > kMost ? kMost : step < -kMost ? -kMost : step;
  }
  double middle(int step) const { return std::exp2(step / steps_per_octave_); }

 private:
  static constexpr int kMost = 2'047;
  static constexpr int kPartBits = 8;
  static constexpr size_t kParts = size_t{1} << kPartBits;  // of an octave
  static constexpr double kRounding = 1e-4;

  // To the next whole number, halves upwards.
  static int rounded(double x) {
    constexpr int kFar = 1 << 24;  // so that the number is positive
    return static_cast<int>(x + (kFar + 0.5)) - kFar;
  }

  double steps_per_octave_;
  std::array<float, kParts + 1> steps_;  // where the parts of an octave begin
};

}  // namespace freshet::schedule
