#include "schedule/week_profile.h"

#include <algorithm>
#include <cmath>

#include "change/exp_log.h"

namespace freshet::schedule {
namespace {

// Of a longer span only the end counts. Spans must be shorter than a week.
constexpr double kLongestSpan = 6;  // days

double days_with(size_t bin) {
  return bin < 24 ? 5 : 2;
}

int64_t hour_of(double day) {
  return static_cast<int64_t>(std::floor(day * 24));
}

// Of an hour since the beginning of days.
int of_week(int64_t hour) {
  return static_cast<int>((hour % kHoursOfWeek + kHoursOfWeek) % kHoursOfWeek);
}

}  // namespace

// The first and the last hour have a part of the span. All hours between get the same, which waits
// in spans_ for the next lesson.
void WeekProfile::spread(double from, double to, double rate, double events_per_active_day) {
  const int64_t first = hour_of(from);
  const int64_t last = hour_of(to);
  const auto add = [&](int64_t hour, double days) {
    Bin& bin = bins_[week_bin(of_week(hour))];
    bin.expected += static_cast<float>(rate * days);
    bin.events +=
        static_cast<float>(events_per_active_day * days * activity_[week_bin(of_week(hour))]);
  };
  if (first == last) return add(first, to - from);
  add(first, static_cast<double>(first + 1) / 24 - from);
  add(last, to - static_cast<double>(last) / 24);
  const int begin = of_week(first + 1);
  const int end = of_week(last);
  const Spans added{.rate = static_cast<float>(rate),
                    .events = static_cast<float>(events_per_active_day)};
  spans_[static_cast<size_t>(begin)].add(added, 1);
  spans_[static_cast<size_t>(end)].add(added, -1);
  if (end < begin) spans_at_week_end_.add(added, 1);
}

void WeekProfile::add_spans() {
  Spans now = spans_at_week_end_;
  for (size_t hour = 0; hour < spans_.size(); ++hour) {
    now.add(spans_[hour], 1);
    const size_t number = week_bin(static_cast<int>(hour));
    bins_[number].expected += std::max(now.rate, 0.0F) / 24;
    bins_[number].events += std::max(now.events, 0.0F) / 24 * static_cast<float>(activity_[number]);
  }
  spans_ = {};
  spans_at_week_end_ = {};
}

void WeekProfile::saw(double from, double to, bool changed, double rate) {
  if (to <= from || rate <= 0) return;
  from = std::max(from, to - kLongestSpan);
  double events_per_active_day = 0;
  if (changed) {
    const double active_days = clock_.at(to) - clock_.at(from);
    if (active_days <= 0) return;
    // At least one event: so many are expected then, spread as activity is.
    events_per_active_day = rate / -change::exp_minus_1(-rate * active_days);
  }
  spread(from, to, rate, events_per_active_day);
}

void WeekProfile::prefetch(double from, double to) const {
  for (const double day : {from, to}) {
    const int hour = of_week(hour_of(day));
    clock_.prefetch(day);
    __builtin_prefetch(&bins_[week_bin(hour)], 1);
    __builtin_prefetch(&activity_[week_bin(hour)]);
    __builtin_prefetch(&spans_[static_cast<size_t>(hour)], 1);
  }
}

void WeekProfile::saw_change_at(double when, double to, double rate) {
  if (to <= when || rate <= 0) return;
  // What was before the last change is not told.
  spread(std::max(when, to - kLongestSpan), to, rate, 0);
  bins_[week_bin(of_week(hour_of(when)))].events += 1;
}

double WeekProfile::events() const {
  double sum = 0;
  for (const Bin& bin : bins_) sum += static_cast<double>(bin.events);
  return sum;
}

void WeekProfile::learn(double now) {
  add_spans();
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
  clock_ = HourClock(activity_);
}

}  // namespace freshet::schedule
