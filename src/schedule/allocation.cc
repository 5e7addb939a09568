#include "schedule/allocation.h"

#include <cmath>

namespace freshet::schedule {
namespace {

// Days between visits at which a page's value reaches the price; infinity if it never does.
double interval_at(const KnownPage& page, double price, const Objective& objective) {
  const double wanted = price * page.cost / page.weight;
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

double spent_at(const std::vector<KnownPage>& pages, double price, const Objective& objective) {
  double spent = 0;
  for (const KnownPage& page : pages) spent += page.cost / interval_at(page, price, objective);
  return spent;
}

}  // namespace

std::vector<double> best_frequencies(const std::vector<KnownPage>& pages, double budget,
                                     const Objective& objective) {
  // The higher the price, the less is spent: bisection, in logarithms.
  double low = std::log(1e-18);
  double high = std::log(1e18);
  for (int i = 0; i < 200; ++i) {
    const double middle = (low + high) / 2;
    (spent_at(pages, std::exp(middle), objective) > budget ? low : high) = middle;
  }
  std::vector<double> visits;
  visits.reserve(pages.size());
  for (const KnownPage& page : pages) {
    visits.push_back(1 / interval_at(page, std::exp(high), objective));
  }
  return visits;
}

double expected_freshness(const std::vector<KnownPage>& pages, const std::vector<double>& visits) {
  double current = 0;
  double all = 0;
  for (size_t i = 0; i < pages.size(); ++i) {
    all += pages[i].weight;
    if (visits[i] <= 0) continue;
    const double x = pages[i].rate / visits[i];
    current += pages[i].weight * (x > 0 ? -std::expm1(-x) / x : 1);
  }
  return all > 0 ? current / all : 1;
}

}  // namespace freshet::schedule
