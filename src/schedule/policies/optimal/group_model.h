#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "schedule/hazard.h"
#include "schedule/policies/optimal/usual_rates.h"
#include "schedule/shocks.h"
#include "schedule/site_clock.h"

namespace freshet::schedule {

// A change from which rates have not learned yet: later visits show whether it was the page's own
// or a shock's. If rates learned at once, the first pages of a redesign would teach that all pages
// of the group change often, and that would explain the other changes away.
struct PendingChange {
  Hazard::State state;
  float days = 0;
  float own = 0;  // changes of its own that were expected
  uint32_t since = 0;
  uint32_t now = 0;
};

// What concerns all pages of a group that is large enough.
struct GroupShocks {
  explicit GroupShocks(const Shocks::Options& options) : shocks(options) {}

  Shocks shocks;
  std::vector<PendingChange> pending;
};

// What visits have taught about a group. One cache line, and what it points to.
struct alignas(64) GroupModel {
  uint32_t pages : 31 = 0;
  uint32_t uses_clock : 1 = 0;
  float clock_score = 0;  // the log likelihood of visits by the clock less that by plain time
  float known_since = 0;  // the day
  // Copies from `together`, so that most visits need not read it.
  float shocks_of_late = 0;
  double last_shock = 0;  // the day on which it was over
  UsualRates::OfGroup rates;
  std::unique_ptr<SiteClock> clock;
  std::unique_ptr<GroupShocks> together;
};
static_assert(sizeof(GroupModel) == 64);

}  // namespace freshet::schedule
