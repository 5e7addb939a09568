#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace freshet::schedule {

// How alike the pages of one state are: the shape of the Gamma distribution of their rates. Of a
// few candidates, the one that has predicted visits best is used.
class ShapeChoice {
 public:
  double best() const { return kShapes[best_]; }

  // Counts a visit. How many visits it stands for in comparisons of assumptions: all of the first
  // visits are compared, then one in so many; 0 if this one is not.
  double count_visit() {
    if (++visits_ <= kAllScored) return 1;
    return visits_ % kScoredOneIn == 0 ? kScoredOneIn : 0;
  }

  // log_likelihood(shape) is the logarithm of the probability of what a visit found, which stands
  // for `weight` visits.
  template <typename LogLikelihood>
  void score(double weight, LogLikelihood log_likelihood) {
    for (size_t i = 0; i < kShapes.size(); ++i) scores_[i] += weight * log_likelihood(kShapes[i]);
    best_ = static_cast<size_t>(std::max_element(scores_.begin(), scores_.end()) - scores_.begin());
  }

 private:
  static constexpr std::array<double, 5> kShapes = {0.35, 0.7, 1.4, 2.8, 5.6};
  static constexpr uint64_t kAllScored = 4'096;
  static constexpr int kScoredOneIn = 8;

  std::array<double, kShapes.size()> scores_{};
  size_t best_ = 2;
  uint64_t visits_ = 0;
};

}  // namespace freshet::schedule
