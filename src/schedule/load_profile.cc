#include "schedule/load_profile.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "result/check.h"

namespace freshet::schedule {
namespace {

constexpr int64_t kHourInSeconds = 3600;
// 1970-01-01 was a Thursday: four days of its week had passed.
constexpr int64_t kHoursBefore1970 = int64_t{4} * 24;
// Weights are brought back to 1 before they leave what a float holds.
constexpr double kLargestWeight = 1e6;

}  // namespace

int hour_of_week(Instant t) {
  const int64_t seconds = t.unix_seconds();
  const int64_t hours = seconds / kHourInSeconds - (seconds % kHourInSeconds < 0 ? 1 : 0);
  const int64_t of_week = (hours + kHoursBefore1970) % kHoursOfWeek;
  return static_cast<int>(of_week < 0 ? of_week + kHoursOfWeek : of_week);
}

double HostLoad::visit_seconds(uint64_t bytes) const {
  const double once = first_byte + static_cast<double>(bytes) * seconds_per_byte;
  // A host that never answers is held to cost a hundred times as much: no hour is infinitely bad.
  return once / std::max(0.01, 1 - error_share);
}

void LoadProfile::Sums::add(const Sums& other, float weight) {
  visits += weight * other.visits;
  failures += weight * other.failures;
  first_byte += weight * other.first_byte;
  transfer += weight * other.transfer;
  bytes += weight * other.bytes;
}

double LoadProfile::fade_until(Instant when) {
  if (empty()) origin_ = when;
  const double weight = std::exp((when - origin_).in_seconds() / kMemory.in_seconds());
  if (weight <= kLargestWeight) return now_ = std::max(now_, weight);
  const auto scale = static_cast<float>(1 / weight);
  const auto shrink = [&](Sums& sums) {
    Sums scaled;
    scaled.add(sums, scale);
    sums = scaled;
  };
  std::for_each(by_hour_.begin(), by_hour_.end(), shrink);
  std::for_each(by_hour_of_day_.begin(), by_hour_of_day_.end(), shrink);
  shrink(total_);
  origin_ = when;
  return now_ = 1;
}

void LoadProfile::add(const FetchTimes& fetch, Instant when) {
  Sums visit{.visits = 1, .failures = fetch.failed ? 1.0F : 0.0F};
  if (!fetch.failed) {
    visit.first_byte = static_cast<float>(std::max(0.0, fetch.first_byte.in_seconds()));
    visit.transfer = static_cast<float>(std::max(0.0, fetch.transfer.in_seconds()));
    visit.bytes = static_cast<float>(fetch.bytes);
  }
  const auto weight = static_cast<float>(fade_until(when));
  const auto hour = static_cast<size_t>(hour_of_week(when));
  by_hour_[hour].add(visit, weight);
  by_hour_of_day_[hour % kHoursOfDay].add(visit, weight);
  total_.add(visit, weight);
}

// As if kShrinkage further visits had shown the prior. Times per byte are a quotient of sums: large
// bodies tell more of it than small ones.
HostLoad LoadProfile::estimate(const Sums& sums, const HostLoad& prior) const {
  const double scale = 1 / now_;
  const double mean_bytes =
      total_.visits > total_.failures ? total_.bytes / (total_.visits - total_.failures) : 0;
  const double visits = sums.visits * scale;
  const double answered = visits - sums.failures * scale;
  HostLoad load;
  load.error_share =
      (sums.failures * scale + kShrinkage * prior.error_share) / (visits + kShrinkage);
  load.first_byte =
      (sums.first_byte * scale + kShrinkage * prior.first_byte) / (answered + kShrinkage);
  const double bytes = sums.bytes * scale + kShrinkage * mean_bytes;
  load.seconds_per_byte =
      bytes > 0 ? (sums.transfer * scale + kShrinkage * mean_bytes * prior.seconds_per_byte) / bytes
                : prior.seconds_per_byte;
  return load;
}

HostLoad LoadProfile::mean() const {
  const double answered = total_.visits - total_.failures;
  return {.first_byte = answered > 0 ? total_.first_byte / answered : 0,
          .seconds_per_byte = total_.bytes > 0 ? total_.transfer / total_.bytes : 0,
          .error_share = empty() ? 0 : total_.failures / total_.visits};
}

HostLoad LoadProfile::at_hour_of_day(int hour) const {
  return estimate(by_hour_of_day_[static_cast<size_t>(hour)], mean());
}

HostLoad LoadProfile::at(int hour_of_week) const {
  FRESHET_CHECK(hour_of_week >= 0 && hour_of_week < kHoursOfWeek, "no such hour of the week");
  return estimate(by_hour_[static_cast<size_t>(hour_of_week)],
                  at_hour_of_day(hour_of_week % kHoursOfDay));
}

double LoadProfile::relative_cost(uint64_t bytes, Instant when) const {
  const double average = mean().visit_seconds(bytes);
  return average > 0 ? at(hour_of_week(when)).visit_seconds(bytes) / average : 1;
}

std::vector<int> LoadProfile::best_hours(uint64_t bytes) const {
  std::array<double, kHoursOfWeek> seconds{};
  for (int hour = 0; hour < kHoursOfWeek; ++hour)
    seconds[static_cast<size_t>(hour)] = at(hour).visit_seconds(bytes);
  std::vector<int> order(kHoursOfWeek);
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    return seconds[static_cast<size_t>(a)] < seconds[static_cast<size_t>(b)];
  });
  return order;
}

HourlyLoad LoadProfile::by_hour_of_day(uint64_t bytes) const {
  HourlyLoad load{};
  for (int hour = 0; hour < kHoursOfDay; ++hour)
    load[static_cast<size_t>(hour)] = at_hour_of_day(hour).visit_seconds(bytes);
  return load;
}

}  // namespace freshet::schedule
