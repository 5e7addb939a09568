#include "schedule/freshness_estimator.h"

#include <algorithm>
#include <cmath>

#include "change/site_prior.h"

namespace freshet::schedule {
namespace {

using change::Belief;

constexpr double kDay = 86'400;
// What a page was seen to do is forgotten to 1/e in so many days, as by the policy `optimal`.
constexpr double kMemoryDays = 300;
// Priors are fitted after so many visits, or for so many pages after one.
constexpr size_t kLeastVisitsForAFit = 100;
constexpr size_t kPagesForAVisit = 4;

uint32_t seconds_of(Instant t) {
  return static_cast<uint32_t>(std::clamp<int64_t>(t.unix_seconds(), 0, UINT32_MAX));
}

double days_between(uint32_t since, uint32_t now) {
  return now > since ? (now - since) / kDay : 0;
}

}  // namespace

FreshnessEstimator::FreshnessEstimator(double visits_per_page_day)
    : start_(change::starting_prior({.pages = 1, .visits_a_day = visits_per_page_day})),
      collection_(start_),
      visits_until_fit_(kLeastVisitsForAFit) {}

Belief FreshnessEstimator::belief_of(const Known& page) const {
  const Belief& prior = priors_[page.site];
  if (page.a == 0) return {.a = prior.a, .b = prior.b + page.b};
  return {.a = page.a, .b = page.b};
}

void FreshnessEstimator::add(Page page, const PageFacts& facts, Instant now) {
  if (page >= pages_.size()) pages_.resize(page + size_t{1});
  if (facts.site >= priors_.size()) priors_.resize(facts.site + size_t{1}, collection_);
  Known& known = pages_[page];
  known = {.site = facts.site, .last_visit = seconds_of(now)};
  known.b = static_cast<float>(facts.past_days);
  if (facts.past_changes <= 0) return;
  const Belief& prior = priors_[facts.site];
  known.a = static_cast<float>(prior.a + facts.past_changes);
  known.b = static_cast<float>(prior.b + facts.past_days);
}

void FreshnessEstimator::visited(Page page, bool changed, Instant now) {
  Known& known = pages_[page];
  const uint32_t second = seconds_of(now);
  const double days = days_between(known.last_visit, second);
  if (known.a == 0 && !changed) {
    known.b = static_cast<float>(known.b * std::exp(-days / kMemoryDays) + days);
  } else {
    Belief belief = belief_of(known);
    belief.forget(days, priors_[known.site], kMemoryDays);
    if (changed)
      belief.saw_change(days);
    else
      belief.saw_no_change(days);
    known.a = static_cast<float>(belief.a);
    known.b = static_cast<float>(belief.b);
  }
  known.last_visit = second;
  if (--visits_until_fit_ == 0) fit_priors();
}

double FreshnessEstimator::current(Page page, Instant now) const {
  const Known& known = pages_[page];
  return belief_of(known).probability_of_no_change(days_between(known.last_visit, seconds_of(now)));
}

void FreshnessEstimator::fit_priors() {
  std::vector<change::PageRates> sites(priors_.size());
  change::PageRates all;
  for (const Known& page : pages_) {
    if (page.last_visit > 0) sites[page.site].add(belief_of(page));
  }
  for (const change::PageRates& site : sites) all.merge(site);
  collection_ = change::collection_prior(all, start_);
  for (size_t site = 0; site < sites.size(); ++site) {
    priors_[site] = change::site_prior(sites[site], collection_);
  }
  visits_until_fit_ = std::max(pages_.size() / kPagesForAVisit, kLeastVisitsForAFit);
}

}  // namespace freshet::schedule
