#pragma once

#include <array>
#include <cstddef>

#include "schedule/load_profile.h"
#include "schedule/week_profile.h"

namespace freshet::schedule {

// Time as a site lives it within the week: a clock that runs faster in hours in which the site
// changes more. Over a whole week it advances by a week. Days are counted from a Sunday, 0:00 UTC.
class HourClock {
 public:
  explicit HourClock(const WeekActivity& activity);

  // The reading at a time; grows with it.
  double at(double day) const;

 private:
  static constexpr size_t kHours = kHoursOfWeek;

  std::array<float, kHours + 1> start_{};  // readings at the beginning of each hour, in days
};

}  // namespace freshet::schedule
