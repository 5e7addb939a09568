#pragma once

#include "change/belief.h"

namespace freshet::schedule {

// What a stale copy is held to cost, as weights of several penalties at `tau` days after a visit. A
// visit is due when what it would save, U(tau) = the integral of u D'(u) for D the expected
// penalty, times weight over cost, reaches a price that is the same for all pages (Olston and
// Pandey, "Recrawl scheduling based on information longevity", 2008).
struct Objective {
  double freshness = 1;  // 1 while the copy differs
  // The share of the time since the visit in which it differed, roughly: keeps pages that are
  // thought to change all the time from being given up.
  double harmonic = 0;
  double age = 0;        // time since the first change that was not seen
  double changes = 0;    // the number of changes that were not seen
  double staleness = 0;  // time since the visit, changed or not
};

// U(tau) of a page that changes at a known rate, per day.
double value(const Objective& objective, double rate, double tau);
// The same under a belief: its expectation, in closed form.
double value(const Objective& objective, const change::Belief& belief, double tau);
// dU/dtau = tau D'(tau).
double slope(const Objective& objective, const change::Belief& belief, double tau);
// What the first visit to a page is worth that there is no copy of: for freshness and its harmonic
// kin the time, out of so many days until it is looked at again, in which the copy will be current,
// all of which is gained; for the other penalties as if it had not been looked at for so long.
double value_of_new(const Objective& objective, const change::Belief& belief, double days);

// 1 - (1 + x) e^-x, good to the last digits for every x >= 0.
double fresh_gain(double x);
// x - 1 + e^-x, likewise.
double harmonic_gain(double x);
// x^2/2 - fresh_gain(x), likewise.
double age_gain(double x);
// The x with fresh_gain(x) = y, for 0 <= y < 1.
double inverse_fresh_gain(double y);

}  // namespace freshet::schedule
