#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "result/result.h"

namespace freshet::refresh {

// Compares beliefs about copies with the truth. Audits visit pages drawn at random; each compares
// the probability that was believed before with what the visit found. There are counts for each
// tenth of the believed probability.
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
  // Returns the probability corrected by what was found in the same tenth. With little data it is
  // corrected little.
  double corrected(double believed) const;
  // Returns one standard deviation of the share found current, if the beliefs are true.
  double expected_error() const;

  // Writes "VISITS BELIEVED CURRENT" for each part: numbers separated by spaces.
  std::string encode() const;
  static Result<Calibration> decode(std::string_view text);

  bool operator==(const Calibration&) const = default;

 private:
  std::array<Part, kParts> parts_{};
};

}  // namespace freshet::refresh
