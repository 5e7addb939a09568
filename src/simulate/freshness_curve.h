#pragma once

#include <cstddef>
#include <vector>

#include "clock/instant.h"

namespace freshet::simulate {

// Freshness in each of 200 equal parts of a span of time, for a plot.
class FreshnessCurve {
 public:
  FreshnessCurve(Instant start, Instant end) : start_(start), end_(end) {}

  // These were the weights of the known and of the current pages between two times.
  struct Weights {
    double known = 0;
    double current = 0;
  };
  void add_time(Instant from, Instant to, const Weights& weights);
  // Returns one value for each part; 0 if no page was known.
  std::vector<double> values() const;

 private:
  static constexpr size_t kParts = 200;

  const Instant start_;
  const Instant end_;
  std::vector<Weights> parts_ = std::vector<Weights>(kParts);  // weight x seconds
};

}  // namespace freshet::simulate
