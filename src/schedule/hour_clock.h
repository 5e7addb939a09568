#pragma once

#include <array>
#include <cstddef>

#include "schedule/week_activity.h"

namespace freshet::schedule {

// A clock that runs faster in hours of the week in which a site changes more. Over a whole week it
// advances by a week. Days are counted from a Sunday, 0:00 UTC.
class HourClock {
 public:
  explicit HourClock(const WeekActivity& activity);

  // The reading at a time; grows with it.
  double at(double day) const;
  // It will be asked.
  void prefetch(double /*day*/) const {
    for (const auto& kind : hours_) __builtin_prefetch(&kind);
    __builtin_prefetch(&days_);
  }

 private:
  // Readings, in days: at the beginning of each hour of a weekday and of a day of the weekend,
  // since the day began, and at the end of the day; and at the beginning of each day of the week.
  std::array<std::array<float, 25>, 2> hours_{};
  std::array<float, 7> days_{};
};

}  // namespace freshet::schedule
