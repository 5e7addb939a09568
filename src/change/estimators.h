#pragma once

#include <span>

namespace freshet::change {

// Estimates of a page's rate of change by one number, in changes a day, to hold the belief against.
// A visit tells only whether something changed since the one before, not how often.

// The time between two visits that could be compared, and what the second showed.
struct Interval {
  double days = 0;
  bool changed = false;
};

// Changes seen over time watched. Too low, the more so the faster the page: two changes between two
// visits count once. Zero without intervals.
double naive_rate(std::span<const Interval> intervals);

// The rate under which what was seen is likeliest. Nothing changed: 0. Everything changed: the
// likelihood grows without end, and the answer is `most`, which is also the limit otherwise.
// Intervals of no length say nothing and are left out.
double likeliest_rate(std::span<const Interval> intervals, double most);

struct RegularVisits {
  int comparisons = 0;
  int changed = 0;      // of these
  double interval = 1;  // days between two visits, always the same
};
// For regular visits, nearly without bias, and finite when everything changed (Cho and
// Garcia-Molina, "Estimating frequency of change", 2003, section 4.2).
double bias_reduced_rate(const RegularVisits& visits);

}  // namespace freshet::change
