#pragma once

#include <array>
#include <cstdint>

#include "schedule/load_profile.h"
#include "schedule/week_profile.h"

namespace freshet::schedule {

// When to visit a page again whose site has its hours. The best moment is just after a burst of
// changes; running the plain index on a clock that goes faster in busy hours would be worse than
// doing nothing, because it visits most in the midst of them.
struct WeekPlan {
  static constexpr uint16_t kNever = 0;
  // Hours to the next visit, by the hour of the week at whose beginning the last one was. A later
  // last visit never gives an earlier next one.
  std::array<uint16_t, kHoursOfWeek> hours{};
};

// The best plan for a page that changes `rate` times a day in the mean, where a visit is worth
// making for `price` days of a current copy (the price of the plain index over weight / cost). Days
// of a current copy less the price of the visits is made as large as possible, by dynamic
// programming back from a far end (value iteration). Waits are whole hours, which is too coarse
// where the plain index would wait less than three; where it would wait less than one or more than
// four weeks, the plan is its own, rounded. Up to 40 ms: for tables, not for each decision.
WeekPlan plan_week(const WeekActivity& activity, double rate, double price);

struct WeekFigures {
  double freshness = 0;  // share of the time
  double visits_per_day = 0;
};
// What comes of a plan, in the long run.
WeekFigures figures_of(const WeekPlan& plan, const WeekActivity& activity, double rate);

}  // namespace freshet::schedule
