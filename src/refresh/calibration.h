#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "result/result.h"

namespace freshet::refresh {

// Whether what is believed of copies is true: pages drawn at random are looked at, and what was
// believed beforehand is compared with what is found. Kept by tenths of what was believed.
class Calibration {
 public:
  static constexpr int kParts = 10;
  struct Part {
    uint32_t visits = 0;
    double believed = 0;  // sum over the visits
    uint32_t current = 0;

    bool operator==(const Part&) const = default;
  };

  // `believed`: the probability that the copy was current, 0 to 1.
  void saw(double believed, bool current);

  const std::array<Part, kParts>& parts() const { return parts_; }
  Part all() const;
  // What is to be believed instead, after what was found in the same tenth; little data changes
  // little.
  double corrected(double believed) const;
  // One standard deviation of the share found current, if what was believed is true.
  double expected_error() const;

  // "VISITS BELIEVED CURRENT" for each part, as numbers with spaces between.
  std::string encode() const;
  static Result<Calibration> decode(std::string_view text);

  bool operator==(const Calibration&) const = default;

 private:
  std::array<Part, kParts> parts_{};
};

}  // namespace freshet::refresh
