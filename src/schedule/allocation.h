#pragma once

#include <vector>

#include "schedule/policy.h"
#include "schedule/value.h"

namespace freshet::schedule {

struct KnownPage {
  double rate = 0;  // changes a day
  double weight = 1;
  double cost = 1;
};

// No site may cost more than this.
struct SiteCaps {
  std::vector<Site> site_of;  // by page
  std::vector<double> most;   // by site: sum(cost x visits) a day
};

// Visits a day for each page that serve the objective best while sum(cost x visits) is the budget,
// if every page changes at its rate, by chance (a Poisson process), and visits are evenly spaced:
// each page is visited when its value reaches one price. A page may get none. A site whose cap
// binds has a price of its own, above that of all; what it may not spend goes to the others. Where
// the caps allow less than the budget, less is spent.
std::vector<double> best_frequencies(const std::vector<KnownPage>& pages, const SiteCaps& caps,
                                     double budget, const Objective& objective);

// The share of the time, weighted, in which copies are current under such visits.
double expected_freshness(const std::vector<KnownPage>& pages, const std::vector<double>& visits);

}  // namespace freshet::schedule
