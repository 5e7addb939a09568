#pragma once

#include <span>
#include <vector>

#include "change/belief.h"
#include "change/rates.h"

namespace freshet::change {

// Predictions of the next visits to a page: how many of them will find it, and how many will find
// it changed. Every prediction is a distribution over the counts 0 to n.

// How many past visits found the page (or a change of it), and how many did not.
struct Past {
  int yes = 0;
  int no = 0;
};

// Returns the probability of each count of yes among the next `visits`, by the published formulas
// (Kim 2007, formulas 1 and 2), from the distribution of the rate over a group. It serves for
// comparison: it is not the distribution that follows from the rates, see predicted_from_rates().
// If the group has no URL with any of the possible rates, all counts are equally likely.
std::vector<double> published(const RateDistribution& group, Past past, int visits);

// Returns the same by Bayes' rule: the group's distribution, uniform within each class, is the
// prior of the rate of a URL, and visits are independent given the rate.
std::vector<double> predicted_from_rates(const RateDistribution& group, Past past, int visits);

// Returns the distribution of the number of future visits that find a change. days[i] is the time
// between visit i and the visit before it.
std::vector<double> changed_visits(const Belief& belief, std::span<const double> days);

// Measures the error of predictions over a group of URLs: half the sum over the counts of
// |predicted - real|, divided by the number of URLs. 0 is perfect, 1 is always wrong.
class Misprediction {
 public:
  void add(std::span<const double> predicted, int real);
  double share() const;

 private:
  std::vector<double> surplus_;  // predicted minus real, for each count
  double urls_ = 0;
};

}  // namespace freshet::change
