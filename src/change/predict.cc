#include "change/predict.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace freshet::change {
namespace {

// Scales the shares to a sum of 1. If all are 0, they become equal.
void normalise(std::vector<double>& shares) {
  double sum = 0;
  for (const double share : shares) sum += share;
  for (double& share : shares) {
    share = sum > 0 ? share / sum : 1 / static_cast<double>(shares.size());
  }
}

// Returns the probability of these outcomes in one given order.
double in_order(double rate, Past counts) {
  return std::pow(rate, counts.yes) * std::pow(1 - rate, counts.no);
}

// Returns the mean of in_order() over the rates from `from` to `from` + 0.1, by Gauss-Legendre
// quadrature with five points on each of four pieces. For a thousand visits it is still right to
// nine digits.
double mean_in_order(double from, Past counts) {
  constexpr std::array<double, 5> kNodes = {-0.9061798459386640, -0.5384693101056831, 0,
                                            0.5384693101056831, 0.9061798459386640};
  constexpr std::array<double, 5> kWeights = {0.2369268850561891, 0.4786286704993665,
                                              0.5688888888888889, 0.4786286704993665,
                                              0.2369268850561891};
  constexpr int kPieces = 4;
  constexpr double kHalf = 0.1 / kPieces / 2;
  double sum = 0;
  for (int piece = 0; piece < kPieces; ++piece) {
    const double middle = from + kHalf * (2 * piece + 1);
    for (size_t i = 0; i < kNodes.size(); ++i) {
      sum += kWeights[i] * in_order(middle + kHalf * kNodes[i], counts);
    }
  }
  return sum / (2 * kPieces);
}

double choose(int n, int k) {
  return std::exp(std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1));
}

// Adds `weight` times the distribution of the number of visits that find a change, for a page with
// this rate of change.
void add_counts(std::span<const double> days, double rate, double weight,
                std::vector<double>& total) {
  std::vector<double> counts(days.size() + 1, 0);
  counts[0] = 1;
  for (size_t i = 0; i < days.size(); ++i) {
    const double none = std::exp(-rate * days[i]);
    const double some = -std::expm1(-rate * days[i]);
    for (size_t k = i + 1; k > 0; --k) counts[k] = counts[k] * none + counts[k - 1] * some;
    counts[0] *= none;
  }
  for (size_t k = 0; k < counts.size(); ++k) total[k] += weight * counts[k];
}

}  // namespace

std::vector<double> published(const RateDistribution& group, Past past, int visits) {
  std::vector<double> shares;
  const int all = past.yes + past.no + visits;
  for (int yes = 0; yes <= visits; ++yes) {
    shares.push_back(group.probability({.part = past.yes + yes, .whole = std::max(all, 1)}));
  }
  normalise(shares);
  return shares;
}

std::vector<double> predicted_from_rates(const RateDistribution& group, Past past, int visits) {
  std::vector<double> shares;
  for (int yes = 0; yes <= visits; ++yes) {
    const Past all{.yes = past.yes + yes, .no = past.no + visits - yes};
    double sum = group.share.front() * in_order(0, all) + group.share.back() * in_order(1, all);
    for (int inner = 0; inner < 10; ++inner) {
      sum += group.share[static_cast<size_t>(inner) + 1] * mean_in_order(inner / 10.0, all);
    }
    shares.push_back(choose(visits, yes) * sum);
  }
  normalise(shares);
  return shares;
}

std::vector<double> changed_visits(const Belief& belief, std::span<const double> days) {
  std::vector<double> shares(days.size() + 1, 0);
  double total = 0;
  for (const double span : days) total += span;
  // Integrates by the trapezoidal rule in the logarithm of the rate. Rates so low that nothing will
  // change contribute only to the count 0, which has a closed form below; so they are left out.
  if (total > 0) {
    const double step = std::min(0.2, 0.5 / std::sqrt(belief.a + 1));
    const double from =
        std::max(std::log(1e-13 / total), std::log(belief.mean()) - 40 / std::min(belief.a, 20.0));
    const double to = std::log((belief.a + 12 * std::sqrt(belief.a) + 40) / belief.b);
    const double scale = belief.a * std::log(belief.b) - std::lgamma(belief.a);
    for (double t = from; t <= to; t += step) {
      const double rate = std::exp(t);
      add_counts(days, rate, step * std::exp(scale + belief.a * t - belief.b * rate), shares);
    }
  }
  shares[0] = belief.probability_of_no_change(total);
  normalise(shares);
  return shares;
}

void Misprediction::add(std::span<const double> predicted, int real) {
  surplus_.resize(std::max(surplus_.size(), std::max(predicted.size(), size_t(real) + 1)), 0);
  for (size_t i = 0; i < predicted.size(); ++i) surplus_[i] += predicted[i];
  surplus_[static_cast<size_t>(real)] -= 1;
  urls_ += 1;
}

double Misprediction::share() const {
  if (urls_ == 0) return 0;
  double sum = 0;
  for (const double surplus : surplus_) sum += std::abs(surplus);
  return sum / 2 / urls_;
}

}  // namespace freshet::change
