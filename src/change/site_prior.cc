#include "change/site_prior.h"

#include <algorithm>

namespace freshet::change {
namespace {

// Shapes outside these limits come from chance, or from a site with one kind of page. With a
// smaller shape, pages would hardly be visited again after a quiet week. With a larger one, the
// visits to a page would hardly change the belief about it.
constexpr double kLeastShape = 0.15;
constexpr double kGreatestShape = 5;

Belief shrunk(const PageRates& special, const Belief& general) {
  const double weight = special.pages + kShrinkPages;
  return fit((special.mean + kShrinkPages * general.mean()) / weight,
             (special.mean_log + kShrinkPages * general.mean_log()) / weight, kLeastShape,
             kGreatestShape);
}

}  // namespace

void PageRates::add(const Belief& page) {
  pages += 1;
  mean += page.mean();
  mean_log += page.mean_log();
}

void PageRates::merge(const PageRates& other) {
  pages += other.pages;
  mean += other.mean;
  mean_log += other.mean_log;
}

Belief starting_prior(const Plan& plan) {
  constexpr double kShape = 0.5;
  constexpr double kLongestDays = 5;
  constexpr double kShortestDays = 1e-4;  // for an unlimited budget: about 9 seconds
  double days = kLongestDays;
  if (plan.visits_a_day > 0) {
    days = std::clamp(static_cast<double>(plan.pages) / plan.visits_a_day, kShortestDays,
                      kLongestDays);
  }
  return {.a = kShape, .b = kShape * days};
}

Belief collection_prior(const PageRates& all, const Belief& start) {
  return shrunk(all, start);
}

Belief site_prior(const PageRates& site, const Belief& collection) {
  return shrunk(site, collection);
}

}  // namespace freshet::change
