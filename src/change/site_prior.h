#pragma once

#include <cstdint>

#include "change/belief.h"

namespace freshet::change {

// The prior of a page's rate of change L, before any comparison of two visits: that of its site.
// The prior of a site is learned from the beliefs about its pages, and shrunk towards that of the
// whole collection where the pages are few. Matching the means of E[L] and E[ln L] is one step of
// expectation maximisation for the most likely Gamma. So repeated refits, while beliefs are updated
// under the current prior, converge to it.

// Sums over the beliefs about some pages, as a prior needs them. add() and merge() may be called in
// any order.
struct PageRates {
  double pages = 0;
  double mean = 0;      // sum over pages of E[L]
  double mean_log = 0;  // sum over pages of E[ln L]

  void add(const Belief& page);
  void merge(const PageRates& other);
};

// The prior before any visit. Its shape expects many slow pages. Its mean rate is one change
// between two visits that the budget allows, but at least one change in five days.
struct Plan {
  uint64_t pages = 0;
  double visits_a_day = 0;  // of all pages together
};
Belief starting_prior(const Plan& plan);

// The more general prior has the weight of this number of pages.
inline constexpr double kShrinkPages = 10;

// Returns the prior of the whole collection, shrunk towards the starting prior.
Belief collection_prior(const PageRates& all, const Belief& start);
// Returns the prior of one site, shrunk towards that of the collection.
Belief site_prior(const PageRates& site, const Belief& collection);

}  // namespace freshet::change
