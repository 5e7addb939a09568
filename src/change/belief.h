#pragma once

namespace freshet::change {

// The belief about a page's rate of change L, in changes a day: a Gamma distribution with shape `a`
// and rate `b`. The rate is in days: the belief is as strong as if `a` changes had been seen in `b`
// days. All time spans are in days and at least 0.
struct Belief {
  double a = 0.5;
  double b = 1;

  double mean() const { return a / b; }
  double mean_log() const;  // E[ln L]

  // Updates the belief: a visit after `days` found no change. The update is exact.
  void saw_no_change(double days) { b += days; }
  // Updates the belief: a visit after `days` found a change, which happened at an unknown time in
  // between. The exact posterior is not a Gamma; the Gamma with its mean and variance is taken.
  void saw_change(double days) { saw_change(days, expected(days)); }
  // The same for a caller that has already computed expected(days).
  void saw_change(double days, double expected);
  // Lets the belief fade towards the prior: the difference falls to 1/e in `memory` days.
  void forget(double days, const Belief& prior, double memory);

  // Returns minus the logarithm of the probability of no change in `days`.
  double expected(double days) const;
  // Returns the probability of no change in the next `days` (the survival function of a Lomax
  // distribution).
  double probability_of_no_change(double days) const;
  // Returns the logarithm of the probability of what a visit after `days` found; at least
  // log(1e-9).
  double log_likelihood(double days, bool changed) const;
};

// Returns the Gamma with the given mean and mean of the logarithm, where mean_log < log(mean). The
// shape is clamped to [least, most].
Belief fit(double mean, double mean_log, double least, double most);

}  // namespace freshet::change
