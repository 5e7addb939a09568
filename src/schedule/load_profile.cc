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
// What a host is thought to be like that never answered.
constexpr HostLoad kUsual{.first_byte = 0.2, .seconds_per_byte = 1e-6};
// An hour that seems more expensive by less is taken to be like the others.
constexpr double kMayBeChance = 1.25;

constexpr auto kIsBefore = [](const auto& sums, int hour) { return sums.hour < hour; };

}  // namespace

int64_t hour_since_1970(Instant t) {
  const int64_t seconds = t.unix_seconds();
  return seconds / kHourInSeconds - (seconds % kHourInSeconds < 0 ? 1 : 0);
}

int hour_of_week(Instant t) {
  const int64_t of_week = (hour_since_1970(t) + kHoursBefore1970) % kHoursOfWeek;
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
  for (HourSums& hour : hours_) shrink(hour.sums);
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
  const auto hour = static_cast<uint8_t>(hour_of_week(when));
  auto place = std::lower_bound(hours_.begin(), hours_.end(), hour, kIsBefore);
  if (place == hours_.end() || place->hour != hour) place = insert(place, hour);
  place->sums.add(visit, weight);
  total_.add(visit, weight);
}

// Sites are many and hours few: room is made for a quarter more, not for twice as many.
std::vector<LoadProfile::HourSums>::iterator LoadProfile::insert(
    std::vector<HourSums>::iterator before, uint8_t hour) {
  const auto at = before - hours_.begin();
  const size_t size = hours_.size();
  if (size == hours_.capacity())
    hours_.reserve(std::min<size_t>(size + size / 4 + 2, kHoursOfWeek));
  return hours_.insert(hours_.begin() + at, {.hour = hour});
}

double LoadProfile::mean_bytes() const {
  const double answered = total_.visits - total_.failures;
  return answered > 0 ? total_.bytes / answered : 0;
}

LoadProfile::Sums LoadProfile::sums_of(int hour_of_week) const {
  const auto place = std::lower_bound(hours_.begin(), hours_.end(), hour_of_week, kIsBefore);
  return place != hours_.end() && place->hour == hour_of_week ? place->sums : Sums();
}

// As if kShrinkage further visits had shown the prior. Times per byte are a quotient of sums: large
// bodies tell more of it than small ones.
HostLoad LoadProfile::estimate(const Sums& sums, const HostLoad& prior) const {
  const double scale = 1 / now_;
  const double visits = sums.visits * scale;
  const double answered = visits - sums.failures * scale;
  HostLoad load;
  load.error_share =
      (sums.failures * scale + kShrinkage * prior.error_share) / (visits + kShrinkage);
  load.first_byte =
      (sums.first_byte * scale + kShrinkage * prior.first_byte) / (answered + kShrinkage);
  const double usual = mean_bytes();
  const double bytes = sums.bytes * scale + kShrinkage * usual;
  load.seconds_per_byte =
      bytes > 0 ? (sums.transfer * scale + kShrinkage * usual * prior.seconds_per_byte) / bytes
                : prior.seconds_per_byte;
  return load;
}

HostLoad LoadProfile::mean() const {
  const double answered = total_.visits - total_.failures;
  return {.first_byte = answered > 0 ? total_.first_byte / answered : kUsual.first_byte,
          .seconds_per_byte =
              total_.bytes > 0 ? total_.transfer / total_.bytes : kUsual.seconds_per_byte,
          .error_share = empty() ? 0 : total_.failures / total_.visits};
}

HostLoad LoadProfile::at_hour_of_day(int hour) const {
  Sums sums;
  for (int of_week = hour; of_week < kHoursOfWeek; of_week += kHoursOfDay)
    sums.add(sums_of(of_week), 1);
  return estimate(sums, mean());
}

HostLoad LoadProfile::at(int hour_of_week) const {
  FRESHET_CHECK(hour_of_week >= 0 && hour_of_week < kHoursOfWeek, "no such hour of the week");
  return estimate(sums_of(hour_of_week), at_hour_of_day(hour_of_week % kHoursOfDay));
}

double LoadProfile::cost_factor(Instant when) const {
  if (empty()) return 1;
  const auto bytes = static_cast<uint64_t>(mean_bytes());
  HourlyLoad day = by_hour_of_day(bytes);
  constexpr int kCheap = kHoursOfDay / 3;
  std::nth_element(day.begin(), day.begin() + kCheap - 1, day.end());
  const double cheap = std::accumulate(day.begin(), day.begin() + kCheap, 0.0) / kCheap;
  const double now = at(hour_of_week(when)).visit_seconds(bytes);
  return cheap > 0 && now >= kMayBeChance * cheap ? now / cheap : 1;
}

HourlyLoad LoadProfile::by_hour_of_day(uint64_t bytes) const {
  HourlyLoad load{};
  for (int hour = 0; hour < kHoursOfDay; ++hour)
    load[static_cast<size_t>(hour)] = at_hour_of_day(hour).visit_seconds(bytes);
  return load;
}

}  // namespace freshet::schedule
