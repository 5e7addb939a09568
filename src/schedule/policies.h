#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "change/belief.h"
#include "clock/instant.h"
#include "schedule/policy.h"
#include "schedule/sampler.h"
#include "schedule/server_order.h"
#include "schedule/shocks.h"
#include "schedule/site_hours.h"
#include "schedule/turn_comparison.h"
#include "schedule/value.h"

namespace freshet::schedule {

// The policies, one function each. What they choose is told in docs/policies.md.

// Whoever was not looked at for longest.
std::unique_ptr<Policy> make_uniform();

// Apache Nutch's AdaptiveFetchSchedule as shipped, but for the first interval.
struct NutchOptions {
  Duration first = Duration::days(30);
};
std::unique_ptr<Policy> make_nutch_adaptive(const NutchOptions& options);

// StormCrawler's AdaptiveScheduler, as its documentation sets it up.
std::unique_ptr<Policy> make_stormcrawler_adaptive();

struct OptimalOptions {
  Objective objective{.freshness = 1, .harmonic = 0.3};
  // Visits a page and day that there will be, roughly; only for what is thought at the beginning.
  double visits_per_page_day = 1;
  double memory_days = 300;          // what a page was seen to do is forgotten to 1/e in this time
  uint32_t pages_for_a_clock = 200;  // of a site with a clock of its own: fewer say little of days
  double usual_shocks = 0.5;         // rewrites of a site in 250 days, before any was seen
  Shocks::Options shocks;            // how rewrites are recognised
  double sample_share = Sampler::kShare;
  TurnComparison::Options turns;
  double hours_score = SiteHours::kScoreToUse;  // from which on hours of the week count
};
// Ours: the page with the largest value of a visit under what is believed of it.
std::unique_ptr<Policy> make_optimal(const OptimalOptions& options);

// The same, told the true rates (changes a day, by page): a yardstick, for simulations only.
std::unique_ptr<Policy> make_optimal_known(const Objective& objective, std::vector<double> rates);

// --- 000: the rule of least staleness, and the two orders it was compared with.

struct StalenessOptions {
  Duration period = Duration::hours(1);
  uint32_t periods = 24;  // T; the horizon starts anew when it ends
  // Seconds that a byte takes from this site now; empty: 1 MB/s from all.
  std::function<double(Site, Instant)> seconds_per_byte;
};
std::unique_ptr<Policy> make_staleness(const StalenessOptions& options);

struct ChangeFrequencyOptions {
  change::Belief prior;  // of a page's rate, before it was visited a second time
};
std::unique_ptr<Policy> make_change_frequency(const ChangeFrequencyOptions& options);

struct ImportanceOrderOptions {};
std::unique_ptr<Policy> make_importance_order(const ImportanceOrderOptions& options);

// --- 001: whole sites, in the order of the hour, and the order of our own.

struct ServerOrderOptions {
  size_t robots = 4;  // sites that are collected side by side
  // A site's load by hour of the day (UTC), asked once an hour; empty: always the same.
  std::function<HourlyLoad(Site)> load;
};
std::unique_ptr<Policy> make_list_order(const ServerOrderOptions& options);
std::unique_ptr<Policy> make_sorting(const ServerOrderOptions& options);
std::unique_ptr<Policy> make_mixed_sorting(const ServerOrderOptions& options);
std::unique_ptr<Policy> make_relative_load(const ServerOrderOptions& options);

// --- 003: groups of refresh cycles.

struct CycleOptions {
  Duration east;  // how far the place whose weekdays and hours count lies east of UTC
};
std::unique_ptr<Policy> make_cycle(const CycleOptions& options);

}  // namespace freshet::schedule
