#pragma once

#include <span>
#include <vector>

#include "change/belief.h"
#include "change/rates.h"

namespace freshet::change {

// What to expect of the next visits to a page: how many of them will find it there, how many will
// find it changed. Every answer is a distribution over the counts 0 to n.

struct Past {
  int yes = 0;
  int no = 0;
};

// As published (Kim 2007, formulas 1 and 2): the probability of each count of yes among the next
// `visits`, from how the rate is spread over a group. For comparison: it is a distribution, but not
// the one that follows from the rates; see predicted_from_rates(). If the group has no URL with any
// of the rates that could come out, all counts are equally likely.
std::vector<double> published(const RateDistribution& group, Past past, int visits);

// The same question answered by the rule of Bayes: the group's spread is the prior of a URL's own
// rate, spread evenly within a class, and visits are independent given the rate.
std::vector<double> predicted_from_rates(const RateDistribution& group, Past past, int visits);

// How many of the visits to come, so many days apart each, will find a change.
std::vector<double> changed_visits(const Belief& belief, std::span<const double> days);

// How wrong predictions are, taken together: half the sum over the counts of |predicted - real|,
// divided by the number of URLs. 0 is perfect, 1 is always wrong.
class Misprediction {
 public:
  void add(std::span<const double> predicted, int real);
  double share() const;

 private:
  std::vector<double> surplus_;  // predicted less real, by count
  double urls_ = 0;
};

}  // namespace freshet::change
