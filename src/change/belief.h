#pragma once

namespace freshet::change {

// What is believed of a page's rate of change L, in changes a day: a Gamma distribution with this
// shape and rate (the rate is in days: shape `a` and rate `b` are as if `a` changes had been seen
// in `b` days). All spans are in days and at least 0.
struct Belief {
  double a = 0.5;
  double b = 1;

  double mean() const { return a / b; }
  double mean_log() const;  // E[ln L]

  // A visit after `days` found no change. Exact.
  void saw_no_change(double days) { b += days; }
  // A visit after `days` found a change, at an unknown time in between. What follows is no Gamma;
  // the one with the same mean and variance is taken.
  void saw_change(double days) { saw_change(days, expected(days)); }
  // The same, by one who knows the value of expected(days).
  void saw_change(double days, double expected);
  // As above, and the time of the last change is known: `since` it have passed. Exact.
  void saw_change_at(double since);
  // All `changes` in `days` are known. Exact.
  void saw_all(double days, int changes);
  // What was learned fades towards the prior with time: to 1/e in `memory` days.
  void forget(double days, const Belief& prior, double memory);

  // Minus the logarithm of the probability of no change in `days`.
  double expected(double days) const;
  // Of no change in the next `days`, as now believed (the survival function of a Lomax).
  double probability_of_no_change(double days) const;
};

// The Gamma with a given mean and mean of logarithms; mean_log < log(mean). The shape is held
// within [least, most].
Belief fit(double mean, double mean_log, double least, double most);

}  // namespace freshet::change
