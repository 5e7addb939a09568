#include "simulate/time_axis.h"

#include <cstdint>
#include <cstdio>

#include "clock/civil.h"

namespace freshet::simulate {
namespace {

constexpr int kMaxTicks = 10;
constexpr int64_t kSecondsOfDay = 86'400;
// Steps that divide a year evenly, or are whole years.
constexpr int kMonths[] = {1, 2, 3, 6, 12, 24, 60, 120, 240, 600};
constexpr int kDays[] = {1, 2, 5, 10};

std::string formatted(const char* format, int first, int second) {
  char text[32];
  std::snprintf(text, sizeof text, format, first, second);
  return text;
}

std::vector<Tick> month_ticks(Instant start, Instant end, int step) {
  std::vector<Tick> ticks;
  const CivilTime first = to_civil(start);
  // Counted in months since the year 0, so that with a step of two or three months the ticks do not
  // depend on the start.
  int month = (first.year * 12 + first.month - 1) / step * step;
  for (;; month += step) {
    const int year = month / 12;
    const int of_year = month % 12 + 1;
    const Instant at =
        Instant::from_unix_seconds(days_from_civil(year, of_year, 1) * kSecondsOfDay);
    if (at > end) return ticks;
    if (at < start) continue;
    ticks.push_back({(at - start).in_days(),
                     of_year == 1 ? std::to_string(year) : formatted("%d-%02d", year, of_year)});
  }
}

std::vector<Tick> day_ticks(Instant start, Instant end, int step) {
  std::vector<Tick> ticks;
  for (int64_t day = start.unix_seconds() / kSecondsOfDay;; ++day) {
    const Instant at = Instant::from_unix_seconds(day * kSecondsOfDay);
    if (at > end) return ticks;
    const CivilTime date = to_civil(at);
    // There is no tick just before the first day of the next month.
    const bool is_marked = (date.day - 1) % step == 0 && (date.day + step / 2 <= 31 || step == 1);
    if (at < start || !is_marked) continue;
    ticks.push_back({(at - start).in_days(), formatted("%02d-%02d", date.month, date.day)});
  }
}

}  // namespace

std::vector<Tick> date_ticks(Instant start, Instant end) {
  if (end <= start) return {};
  const double days = (end - start).in_days();
  for (const int step : kDays) {
    if (days / step < kMaxTicks) return day_ticks(start, end, step);
  }
  for (const int step : kMonths) {
    constexpr double kDaysOfMonth = 30.44;
    if (days / (step * kDaysOfMonth) < kMaxTicks) return month_ticks(start, end, step);
  }
  return month_ticks(start, end, 1'200);
}

std::string date_of(Instant time) {
  return format_iso8601(time).substr(0, 10);
}

}  // namespace freshet::simulate
