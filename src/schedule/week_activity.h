#pragma once

#include <array>
#include <cstddef>

namespace freshet::schedule {

// How much more a site changes at some time of the week than on average: 24 hours of weekdays, then
// 24 of Saturdays and Sundays, UTC. The mean over the hours of a week is 1. (All 168 hours apart
// would need more events than most sites have.)
constexpr size_t kWeekBins = 48;
using WeekActivity = std::array<double, kWeekBins>;

// The bin of an hour of the week; hour 0 is Sunday 0:00 to 1:00.
constexpr size_t week_bin(int hour_of_week) {
  const int day = hour_of_week / 24;
  const auto hour = static_cast<size_t>(hour_of_week % 24);
  return day == 0 || day == 6 ? 24 + hour : hour;
}
// The same activity in all hours.
WeekActivity flat_week();
// The same proportions, with mean 1; if all are 0, a flat week.
WeekActivity with_mean_one(const WeekActivity& activity);

}  // namespace freshet::schedule
