#include "change/estimators.h"

#include <algorithm>
#include <cmath>

namespace freshet::change {
namespace {

// The derivative of the log-likelihood. It falls with the rate: from plus infinity to minus the
// time that showed no change.
double slope(std::span<const Interval> intervals, double rate) {
  double sum = 0;
  for (const auto& [days, changed] : intervals) {
    if (days > 0) sum += changed ? days / std::expm1(rate * days) : -days;
  }
  return sum;
}

}  // namespace

double naive_rate(std::span<const Interval> intervals) {
  double days = 0;
  double changes = 0;
  for (const Interval& interval : intervals) {
    if (!(interval.days > 0)) continue;
    days += interval.days;
    changes += interval.changed ? 1 : 0;
  }
  return days > 0 ? changes / days : 0;
}

double likeliest_rate(std::span<const Interval> intervals, double most) {
  // The naive rate is never above the likeliest: x / (e^x - 1) >= e^-x >= 1 - x, so that the slope
  // there is not negative.
  double low = std::min(naive_rate(intervals), most);
  if (!(low > 0)) return 0;
  if (slope(intervals, most) >= 0) return most;
  double high = most;
  // Halves the interval of the logarithms: 200 times is more than any two doubles need.
  for (int i = 0; i < 200 && high > low * (1 + 1e-14); ++i) {
    const double middle = std::sqrt(low) * std::sqrt(high);
    (slope(intervals, middle) > 0 ? low : high) = middle;
  }
  return std::sqrt(low) * std::sqrt(high);
}

double bias_reduced_rate(const RegularVisits& visits) {
  const double n = visits.comparisons;
  return -std::log((n - visits.changed + 0.5) / (n + 0.5)) / visits.interval;
}

}  // namespace freshet::change
