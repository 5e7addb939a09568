#pragma once

#include <cstdint>

#include "change/belief.h"

namespace freshet::change {

// What is believed of a page before it was ever seen twice: that it is one of its site. The prior
// of a site is learned from the beliefs about its pages; where there are few, the whole collection
// speaks. To match the means of E[L] and of E[ln L] is a step of expectation maximisation for the
// likeliest Gamma, so that refitting every few days, while beliefs are updated under the prior of
// the day, tends to it.

// The beliefs about some pages, as far as a prior needs them. Sums: add() and merge() in any order.
struct PageRates {
  double pages = 0;
  double mean = 0;      // sum over pages of E[L]
  double mean_log = 0;  // sum over pages of E[ln L]

  void add(const Belief& page);
  void merge(const PageRates& other);
};

// Before anything was seen: slow pages are expected to be many, and the mean rate is such that a
// page changes about once between two visits that the budget allows, but at least every five days.
struct Plan {
  uint64_t pages = 0;
  double visits_a_day = 0;  // of all pages together
};
Belief starting_prior(const Plan& plan);

// How many pages the more general weighs against the more special.
inline constexpr double kShrinkPages = 10;

// Of the whole collection, shrunk towards the start.
Belief collection_prior(const PageRates& all, const Belief& start);
// Of one site, shrunk towards the collection, as collection_prior() gave it.
Belief site_prior(const PageRates& site, const Belief& collection);

}  // namespace freshet::change
