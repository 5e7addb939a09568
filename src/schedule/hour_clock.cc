#include "schedule/hour_clock.h"

#include <algorithm>
#include <cmath>

namespace freshet::schedule {
namespace {

constexpr int64_t kDaysOfWeek = 7;

// 0 for a weekday, 1 for a day of the weekend.
size_t kind_of(int64_t day_of_week) {
  return day_of_week == 0 || day_of_week == 6 ? 1 : 0;
}

}  // namespace

HourClock::HourClock(const WeekActivity& activity) {
  std::array<double, 2> lengths{};
  for (size_t kind = 0; kind < 2; ++kind) {
    for (size_t hour = 0; hour < 24; ++hour) {
      hours_[kind][hour] = static_cast<float>(lengths[kind]);
      lengths[kind] += activity[24 * kind + hour] / 24;
    }
    hours_[kind][24] = static_cast<float>(lengths[kind]);
  }
  double sum = 0;
  for (int64_t day = 0; day < kDaysOfWeek; ++day) {
    days_[static_cast<size_t>(day)] = static_cast<float>(sum);
    sum += lengths[kind_of(day)];
  }
}

double HourClock::at(double day) const {
  const double whole = std::floor(day);
  const auto number = static_cast<int64_t>(whole);
  const int64_t of_week = (number % kDaysOfWeek + kDaysOfWeek) % kDaysOfWeek;
  const auto& hours = hours_[kind_of(of_week)];
  const double in_hours = (day - whole) * 24;
  const size_t hour = std::min(static_cast<size_t>(in_hours), size_t{23});
  const double part = in_hours - static_cast<double>(hour);
  const auto begin = static_cast<double>(hours[hour]);
  return static_cast<double>(number - of_week) +
         static_cast<double>(days_[static_cast<size_t>(of_week)]) + begin +
         part * (static_cast<double>(hours[hour + 1]) - begin);
}

}  // namespace freshet::schedule
