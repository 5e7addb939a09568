#include "schedule/value.h"

#include <cmath>

#include "change/exp_log.h"

namespace freshet::schedule {
namespace {

// Sums term(k) from k = first on while the terms matter: series whose terms fall fast.
template <typename Term>
double series(int first, Term term) {
  double sum = 0;
  for (int k = first; k < first + 40; ++k) {
    const double next = term(k);
    sum += next;
    if (std::abs(next) <= 1e-17 * std::abs(sum)) break;
  }
  return sum;
}

// (1 - r^s) / s; -log(r) for s = 0.
double power_gap(double s, double log_r) {
  return std::abs(s) < 1e-12 ? -log_r : -change::exp_minus_1(s * log_r) / s;
}

// The parts of U under a belief, in units where b = 1: z = tau / b. The age is 0 if nobody needs
// it.
struct Parts {
  double freshness;  // integral of y a (1+y)^-(a+1)
  double harmonic;   // integral of 1 - (1+y)^-a
  double age;        // integral of y (1 - (1+y)^-a)
};

// Power series of (1+y)^-a, where the closed forms would lose their digits.
Parts parts_of_short_times(double a, double z) {
  Parts parts{};
  double coefficient = 1;  // of y^k in (1+y)^-a
  double power = z;        // z^k
  for (int k = 1; k <= 12; ++k) {
    coefficient *= -(a + k - 1) / k;
    power *= z;  // z^(k+1)
    parts.freshness -= coefficient * k * power / (k + 1);
    parts.harmonic -= coefficient * power / (k + 1);
    parts.age -= coefficient * power * z / (k + 2);
    if (std::abs(coefficient * power) < 1e-18 * parts.harmonic) break;
  }
  return parts;
}

Parts parts_of(double a, double z, bool with_age) {
  if (z * (a + 1) < 0.02) return parts_of_short_times(a, z);
  const double log_r = -change::log_of_1_plus(z);
  const double fresh = std::exp(a * log_r);
  const double current = power_gap(a - 1, log_r);  // integral of (1+y)^-a
  return {.freshness = current - z * fresh,
          .harmonic = z - current,
          .age = with_age ? z * z / 2 - (power_gap(a - 2, log_r) - current) : 0};
}

}  // namespace

double fresh_gain(double x) {
  if (x >= 0.5) return -std::expm1(-x) - x * std::exp(-x);
  double power = x;  // x^(k-1) / (k-1)!
  return series(2, [&](int k) {
    const double term = power * x / k * (k - 1);
    power *= x / k;
    return k % 2 == 0 ? term : -term;
  });
}

double harmonic_gain(double x) {
  if (x >= 0.5) return x + std::expm1(-x);
  double power = x;
  return series(2, [&](int k) {
    power *= x / k;
    return k % 2 == 0 ? power : -power;
  });
}

double age_gain(double x) {
  if (x >= 0.5) return x * x / 2 - fresh_gain(x);
  double power = x * x / 2;
  return series(3, [&](int k) {
    power *= x / k;
    return (k % 2 == 1 ? power : -power) * (k - 1);
  });
}

double inverse_fresh_gain(double y) {
  if (y <= 0) return 0;
  // Near 0 fresh_gain is x^2/2 - x^3/3; far out 1 - y = (1 + x) e^-x.
  double x = y < 0.3 ? std::sqrt(2 * y) * (1 + std::sqrt(2 * y) / 3) : 1 - std::log(1 - y);
  for (int i = 0; i < 50; ++i) {
    const double step = (fresh_gain(x) - y) / (x * std::exp(-x));
    // Newton's method may leap where the function is flat; half the way is always safe.
    const double next = x - step > 0 ? x - step : x / 2;
    if (std::abs(next - x) <= 1e-14 * x) return next;
    x = next;
  }
  return x;
}

double value(const Objective& objective, double rate, double tau) {
  const double x = rate * tau;
  double sum = objective.freshness * fresh_gain(x) / rate;
  if (objective.harmonic != 0) sum += objective.harmonic * harmonic_gain(x) / rate;
  if (objective.age != 0) sum += objective.age * age_gain(x) / (rate * rate);
  sum += (objective.changes * rate + objective.staleness) * tau * tau / 2;
  return sum;
}

double value(const Objective& objective, const change::Belief& belief, double tau) {
  const Parts parts = parts_of(belief.a, tau / belief.b, objective.age != 0);
  return belief.b * (objective.freshness * parts.freshness + objective.harmonic * parts.harmonic +
                     objective.age * belief.b * parts.age) +
         (objective.changes * belief.mean() + objective.staleness) * tau * tau / 2;
}

double value_of_new(const Objective& objective, const change::Belief& belief, double days) {
  const double current = belief.b * power_gap(belief.a - 1, -std::log1p(days / belief.b));
  Objective others = objective;
  others.freshness = others.harmonic = 0;
  return (objective.freshness + objective.harmonic) * current + value(others, belief, days);
}

double slope(const Objective& objective, const change::Belief& belief, double tau) {
  const double z = tau / belief.b;
  const double log_r = -change::log_of_1_plus(z);
  const double changed = -change::exp_minus_1(belief.a * log_r);
  const double density = belief.a * std::exp((belief.a + 1) * log_r);  // times b
  return objective.freshness * z * density + (objective.harmonic + objective.age * tau) * changed +
         (objective.changes * belief.mean() + objective.staleness) * tau;
}

}  // namespace freshet::schedule
