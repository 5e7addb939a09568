#include "schedule/week_profile.h"

#include <algorithm>
#include <cmath>

#include "schedule/load_profile.h"

namespace freshet::schedule {
namespace {

constexpr int64_t kHour = 3'600'000'000;  // microseconds

double days_with(size_t bin) {
  return bin < 24 ? 5 : 2;
}

// Hours between two times, by bin.
WeekActivity hours_between(Instant from, Instant to) {
  WeekActivity hours{};
  const int64_t weeks = (to - from).in_microseconds() / (kHoursOfWeek * kHour);
  for (size_t bin = 0; bin < kWeekBins; ++bin) {
    hours[bin] = static_cast<double>(weeks) * days_with(bin);
  }
  Instant at = from + Duration::hours(weeks * kHoursOfWeek);
  while (at < to) {
    const int64_t into = ((at.unix_microseconds() % kHour) + kHour) % kHour;
    const Instant next = std::min(at + Duration::microseconds(kHour - into), to);
    hours[week_bin(hour_of_week(at))] += (next - at).in_seconds() / 3'600;
    at = next;
  }
  return hours;
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

void WeekProfile::fade_until(Instant now) {
  if (now <= faded_until_) return;
  const auto kept =
      static_cast<float>(std::exp(-(now - faded_until_).in_seconds() / kMemory.in_seconds()));
  for (Bin& bin : bins_) {
    bin.events *= kept;
    bin.expected *= kept;
  }
  faded_until_ = now;
}

void WeekProfile::saw(Instant from, Instant to, bool changed, double rate) {
  if (to <= from || rate <= 0) return;
  fade_until(to);
  const WeekActivity hours = hours_between(from, to);
  double events = 0;
  for (size_t bin = 0; bin < kWeekBins; ++bin) {
    const double alike = rate / 24 * hours[bin];
    bins_[bin].expected += static_cast<float>(alike);
    events += alike * activity_[bin];
  }
  if (!changed || events <= 0) return;
  // At least one is known to have happened: 1 / P(any) times what would have been expected.
  const double more = -1 / std::expm1(-events);
  for (size_t bin = 0; bin < kWeekBins; ++bin) {
    const double alike = rate / 24 * hours[bin];
    bins_[bin].events += static_cast<float>(more * alike * activity_[bin]);
  }
}

double WeekProfile::events() const {
  double sum = 0;
  for (const Bin& bin : bins_) sum += static_cast<double>(bin.events);
  return sum;
}

void WeekProfile::learn(const WeekActivity& usual) {
  for (size_t bin = 0; bin < kWeekBins; ++bin) {
    const double weight = kUsualEvents * days_with(bin) / kHoursOfWeek;
    activity_[bin] = (static_cast<double>(bins_[bin].events) + weight * usual[bin]) /
                     (static_cast<double>(bins_[bin].expected) + weight);
  }
  activity_ = with_mean_one(activity_);
}

}  // namespace freshet::schedule
