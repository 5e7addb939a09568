#include "schedule/allocation.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace freshet::schedule {
namespace {

constexpr double kLeastPrice = 1e-18;
constexpr double kMostPrice = 1e18;

bool is_freshness_alone(const Objective& o) {
  return o.harmonic == 0 && o.age == 0 && o.changes == 0 && o.staleness == 0;
}

// Days between visits at which a page's value reaches the price; infinity if it never does.
double interval_at(const KnownPage& page, double price, const Objective& objective) {
  const double wanted = price * page.cost / page.weight;
  if (is_freshness_alone(objective)) {
    const double gain = wanted * page.rate / objective.freshness;
    return page.rate > 0 && gain < 1 ? inverse_fresh_gain(gain) / page.rate : HUGE_VAL;
  }
  const auto reached = [&](double tau) { return value(objective, page.rate, tau) >= wanted; };
  double high = 1e-6;
  while (!reached(high)) {
    high *= 2;
    if (high > 1e9) return HUGE_VAL;
  }
  double low = 0;
  for (int i = 0; i < 100 && high - low > 1e-15 * high; ++i) {
    const double middle = (low + high) / 2;
    (reached(middle) ? high : low) = middle;
  }
  return high;
}

// The price at which no more than `most` is spent: the higher the price, the less is spent.
// Bisection, in logarithms.
double price_for(double most, const std::function<double(double)>& spent_at) {
  double low = std::log(kLeastPrice);
  double high = std::log(kMostPrice);
  while (high - low > 1e-12) {
    const double middle = (low + high) / 2;
    (spent_at(std::exp(middle)) > most ? low : high) = middle;
  }
  return std::exp(high);
}

}  // namespace

std::vector<double> best_frequencies(const std::vector<KnownPage>& pages, const SiteCaps& caps,
                                     double budget, const Objective& objective) {
  std::vector<std::vector<KnownPage>> by_site(caps.most.size());
  for (size_t i = 0; i < pages.size(); ++i) by_site[caps.site_of[i]].push_back(pages[i]);
  const auto spent = [&](Site site, double price) {
    double sum = 0;
    for (const KnownPage& page : by_site[site]) {
      sum += page.cost / interval_at(page, price, objective);
    }
    return sum;
  };
  // What each site's pages cost at least, for its cap to hold.
  std::vector<double> least(by_site.size(), kLeastPrice);
  for (Site site = 0; site < least.size(); ++site) {
    if (std::isinf(caps.most[site])) continue;
    least[site] = price_for(caps.most[site], [&](double price) { return spent(site, price); });
  }
  const double price = price_for(budget, [&](double all) {
    double sum = 0;
    for (Site site = 0; site < least.size(); ++site) sum += spent(site, std::max(all, least[site]));
    return sum;
  });
  std::vector<double> visits;
  visits.reserve(pages.size());
  for (size_t i = 0; i < pages.size(); ++i) {
    visits.push_back(1 / interval_at(pages[i], std::max(price, least[caps.site_of[i]]), objective));
  }
  return visits;
}

double expected_freshness(const std::vector<KnownPage>& pages, const std::vector<double>& visits) {
  double current = 0;
  double all = 0;
  for (size_t i = 0; i < pages.size(); ++i) {
    all += pages[i].weight;
    if (pages[i].rate > 0 && visits[i] <= 0) continue;
    const double x = pages[i].rate > 0 ? pages[i].rate / visits[i] : 0;
    current += pages[i].weight * (x > 0 ? -std::expm1(-x) / x : 1);
  }
  return all > 0 ? current / all : 1;
}

}  // namespace freshet::schedule
