#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "schedule/policy.h"
#include "simulate/listings.h"
#include "simulate/world.h"

namespace freshet::simulate {

// One visit, as the fetch log has it.
struct Visit {
  schedule::Page page = 0;
  Instant at;
  schedule::Site site = 0;
  std::optional<uint32_t> listing;  // its number within the host; none: a page of the world
};

struct RunOptions {
  double visits_per_page_day = 1;
  // What the budget is multiplied with at a time; empty: 1.
  std::function<double(Instant)> budget_factor;
  // No host is asked more often; the policy then runs inside schedule::Polite. None: no limit.
  std::optional<double> visits_per_host_day;
  // What a visit to a host costs now beside its cheap hours, as schedule::Polite is told; empty:
  // the same at all hours.
  std::function<double(schedule::Site, Instant)> dearness;
  Instant until = Instant::never();  // cut the world off here
  double measured_share = 0.8;       // of the time, at its end; the rest is for learning
  Signals signals;                   // offered to policies that use listings
  std::function<void(const Visit&)> log;
  // Told now and then how much of the world's time is over, 0 to 1.
  std::function<void(double)> progress;
};

// What came of a policy in a world.
struct Outcome {
  uint64_t requests = 0;
  double freshness = 0;    // weight of current pages over that of known ones, over time
  double age_seconds = 0;  // mean time since the first change that was not seen
  uint64_t changes_seen = 0;
  uint64_t changes_total = 0;
  // Freshness in equal parts of the whole time.
  std::vector<double> over_time;
};

// Runs a policy through a world, in virtual time. Visits are paid from a budget that grows by
// visits_per_page_day for each page of the collection; up to an hour's worth is kept. What was
// never visited goes first; after that the policy chooses. It sees what a crawler would see, and
// nothing else. An event and a visit at the same time: the event comes first.
//
// Listings are visited like pages, paid like pages and in `requests`, but add nothing to the budget
// and are not measured. One is known from the first of its pages on; its first visit tells nothing,
// for there is nothing to compare with.
Outcome run(const World& world, schedule::Policy& policy, const RunOptions& options);

}  // namespace freshet::simulate
