#include "schedule/week_profile.h"

#include <algorithm>
#include <cmath>

#include "schedule/load_profile.h"

namespace freshet::schedule {
namespace {

double days_with(size_t bin) {
  return bin < 24 ? 5 : 2;
}

// Calls take(bin, days) for each hour of a span, or the part of it that the span has.
template <typename Take>
void for_each_hour(double from, double to, Take take) {
  const auto first = static_cast<int64_t>(std::floor(from * 24));
  auto of_week = static_cast<int>((first % kHoursOfWeek + kHoursOfWeek) % kHoursOfWeek);
  double at = from;
  for (int64_t hour = first; at < to; ++hour) {
    const double end = std::min(static_cast<double>(hour + 1) / 24, to);
    take(week_bin(of_week), end - at);
    at = end;
    if (++of_week == kHoursOfWeek) of_week = 0;
  }
}

}  // namespace

size_t week_bin(int hour_of_week) {
  const int day = hour_of_week / 24;
  const auto hour = static_cast<size_t>(hour_of_week % 24);
  return day == 0 || day == 6 ? 24 + hour : hour;
}

WeekActivity flat_week() {
  WeekActivity activity;
  activity.fill(1);
  return activity;
}

WeekActivity with_mean_one(const WeekActivity& activity) {
  double sum = 0;
  for (size_t bin = 0; bin < kWeekBins; ++bin) sum += days_with(bin) * activity[bin];
  if (sum <= 0) return flat_week();
  WeekActivity scaled = activity;
  for (double& each : scaled) each *= kHoursOfWeek / sum;
  return scaled;
}

void WeekProfile::spread(double from, double to, double rate, double events_per_active_day) {
  for_each_hour(from, to, [&](size_t bin, double days) {
    bins_[bin].expected += static_cast<float>(rate * days);
    bins_[bin].events += static_cast<float>(events_per_active_day * days * activity_[bin]);
  });
}

void WeekProfile::saw(double from, double to, bool changed, double rate) {
  if (to <= from || rate <= 0) return;
  double events_per_active_day = 0;
  if (changed) {
    double active_days = 0;
    for_each_hour(from, to, [&](size_t bin, double days) { active_days += days * activity_[bin]; });
    if (active_days <= 0) return;
    // At least one event: so many are expected then, spread as activity is.
    events_per_active_day = rate / -std::expm1(-rate * active_days);
  }
  spread(from, to, rate, events_per_active_day);
}

void WeekProfile::saw_change_at(double when, double to, double rate) {
  if (to <= when || rate <= 0) return;
  // What was before the last change is not told.
  spread(when, to, rate, 0);
  for_each_hour(when, std::min(to, when + 1e-6),
                [&](size_t bin, double) { bins_[bin].events += 1; });
}

double WeekProfile::events() const {
  double sum = 0;
  for (const Bin& bin : bins_) sum += static_cast<double>(bin.events);
  return sum;
}

void WeekProfile::learn(double now) {
  const auto kept = static_cast<float>(std::exp(std::min(faded_until_ - now, 0.0) / kMemoryDays));
  faded_until_ = std::max(now, faded_until_);
  for (size_t bin = 0; bin < kWeekBins; ++bin) {
    Bin& its = bins_[bin];
    its.events *= kept;
    its.expected *= kept;
    const double weight = kFlatEvents * days_with(bin) / kHoursOfWeek;
    activity_[bin] =
        (static_cast<double>(its.events) + weight) / (static_cast<double>(its.expected) + weight);
  }
  activity_ = with_mean_one(activity_);
}

}  // namespace freshet::schedule
