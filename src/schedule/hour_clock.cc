#include "schedule/hour_clock.h"

#include <algorithm>
#include <cmath>

namespace freshet::schedule {
namespace {

constexpr double kDaysOfWeek = 7;

}  // namespace

HourClock::HourClock(const WeekActivity& activity) {
  double sum = 0;
  for (size_t hour = 0; hour < kHours; ++hour) {
    start_[hour] = static_cast<float>(sum);
    sum += activity[week_bin(static_cast<int>(hour))] / 24;
  }
  start_[kHours] = static_cast<float>(kDaysOfWeek);
}

double HourClock::at(double day) const {
  const double week = std::floor(day / kDaysOfWeek) * kDaysOfWeek;
  const double hours = (day - week) * 24;
  const size_t hour = std::min(static_cast<size_t>(hours), kHours - 1);
  const double part = hours - static_cast<double>(hour);
  const auto begin = static_cast<double>(start_[hour]);
  return week + begin + part * (static_cast<double>(start_[hour + 1]) - begin);
}

}  // namespace freshet::schedule
