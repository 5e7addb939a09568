#include "change/belief.h"

#include <algorithm>
#include <cmath>

#include "change/exp_log.h"

namespace freshet::change {
namespace {

// Uses the recurrence up to 6 and then the asymptotic series (Abramowitz and Stegun, 6.3.5 and
// 6.3.18).
double digamma(double x) {
  double sum = 0;
  for (; x < 6; x += 1) sum -= 1 / x;
  const double f = 1 / (x * x);
  return sum + std::log(x) - 0.5 / x -
         f * (1.0 / 12 - f * (1.0 / 120 - f * (1.0 / 252 - f * (1.0 / 240 - f / 132))));
}

double trigamma(double x) {
  double sum = 0;
  for (; x < 6; x += 1) sum += 1 / (x * x);
  const double f = 1 / (x * x);
  return sum + 1 / x + f / 2 +
         f / x * (1.0 / 6 - f * (1.0 / 30 - f * (1.0 / 42 - f * (1.0 / 30 - f * 5 / 66))));
}

}  // namespace

double Belief::mean_log() const {
  return digamma(a) - std::log(b);
}

void Belief::saw_change(double days, double expected) {
  // Given at least one event in `days`, E[L^k] is that of the Gamma times
  // P(event | shape a + k) / P(event | shape a), where each is a Lomax probability. So the mean is
  // a/b (1 + w) and the variance is a/b^2 v with the v below. No large terms cancel in this form.
  // The second moment minus the square of the first would lose as many digits as the shape has.
  const double early = days / (b + days);
  const double odds_of_none = 1 / exp_minus_1(expected);
  const double w = odds_of_none * early;
  // Where `days` tends to 0, the limit is one more change.
  if (!std::isfinite(w)) {
    a += 1;
    return;
  }
  const double v = 1 + w * (2 - early - a * (early + w));
  a *= (1 + w) * (1 + w) / v;
  b *= (1 + w) / v;
}

void Belief::forget(double days, const Belief& prior, double memory) {
  const double kept = std::exp(-days / memory);
  a = prior.a + kept * (a - prior.a);
  b = prior.b + kept * (b - prior.b);
}

double Belief::expected(double days) const {
  return a * log_of_1_plus(days / b);
}

double Belief::probability_of_no_change(double days) const {
  return std::exp(-expected(days));
}

double Belief::log_likelihood(double days, bool changed) const {
  constexpr double kLeast = 1e-9;
  const double none = -expected(days);
  if (!changed) return std::max(none, std::log(kLeast));
  return std::log(std::max(-exp_minus_1(none), kLeast));
}

Belief fit(double mean, double mean_log, double least, double most) {
  // Solves log(a) - digamma(a) = s by Newton's method. The first approximation is within 1.5 %
  // (Minka, "Estimating a Gamma distribution", 2002).
  const double s = std::log(mean) - mean_log;
  double a = most;
  if (s > 1e6) {
    a = least;  // the solution is about 1 / s
  } else if (s > 1e-12) {
    a = (3 - s + std::sqrt((s - 3) * (s - 3) + 24 * s)) / (12 * s);
    for (int i = 0; i < 4; ++i) a -= (std::log(a) - digamma(a) - s) / (1 / a - trigamma(a));
  }
  a = std::clamp(a, least, most);
  return {.a = a, .b = a / mean};
}

}  // namespace freshet::change
