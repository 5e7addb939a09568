#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "schedule/policy.h"
#include "schedule/sections.h"
#include "simulate/listings.h"
#include "simulate/world.h"

namespace freshet::simulate {

// One visit in the fetch log.
struct Visit {
  schedule::Page page = 0;
  Instant at;
  schedule::Site site = 0;
  std::optional<uint32_t>
      listing;  // the listing's number within its host; nullopt for a page of the world
};

struct RunOptions {
  double visits_per_page_day = 1;
  // The factor of the budget at a time; if empty, 1.
  std::function<double(Instant)> budget_factor;
  // The limit on visits to a host; with it, the policy runs inside schedule::SiteThrottle. nullopt:
  // no limit.
  std::optional<double> visits_per_host_day;
  // The cost of a visit to a host at a time, relative to its cheap hours; it is passed to
  // schedule::SiteThrottle. If empty, all hours cost the same.
  std::function<double(schedule::Site, Instant)> cost_factor;
  Instant until = Instant::never();  // end the simulation here
  uint32_t pages_of_a_section = schedule::Sections::kLeastPages;
  double measured_share = 0.8;  // the last share of the time is measured; the rest is for learning
  Signals signals;              // the listings that are offered to policies which use them
  std::function<void(const Visit&)> log;
  // Called now and then with the share of the world's time that is over, 0 to 1.
  std::function<void(double)> progress;
};

// The result of running a policy in a world.
struct Outcome {
  uint64_t requests = 0;
  double freshness = 0;  // the share of known pages, by weight, that are current; mean over time
  double age_seconds =
      0;  // mean time since the first change that was not seen; 0 for a current page
  uint64_t changes_seen = 0;
  uint64_t changes_total = 0;
  // Freshness in each of 200 equal parts of the whole time.
  std::vector<double> over_time;
};

// Runs a policy in a world, in virtual time. Visits are limited by a budget that grows by
// visits_per_page_day for each page of the collection; at most the budget of an hour is kept. Pages
// that were never visited go first; after that, the policy chooses. The policy sees what a crawler
// would see, and nothing else. If an event and a visit have the same time, the event comes first.
//
// Listings are visited like pages: a visit uses the budget and counts in `requests`. But they add
// nothing to the budget, and their freshness is not measured. A listing is known when its first
// page is. Its first visit reports no changes, because there is nothing to compare with.
Outcome run(const World& world, schedule::Policy& policy, const RunOptions& options);

}  // namespace freshet::simulate
