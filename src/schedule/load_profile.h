#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "clock/instant.h"
#include "result/result.h"
#include "schedule/server_order.h"

namespace freshet::schedule {

constexpr int kHoursOfWeek = 168;

// 0 is Sunday 0:00 to 1:00 UTC.
int hour_of_week(Instant t);

// One of our own visits to a host.
struct FetchTimes {
  Duration first_byte;  // from the request until the answer began
  Duration transfer;    // from there to the end
  uint64_t bytes = 0;
  bool failed = false;  // no answer, or an answer that the host is overloaded; no times then
};

// What a host is like at some hour.
struct HostLoad {
  double first_byte = 0;        // seconds
  double seconds_per_byte = 0;  // after the first
  double error_share = 0;       // 0..1

  // Expected seconds until a visit of so many bytes has succeeded, failed tries at the same cost.
  double visit_seconds(uint64_t bytes) const;
};

// How a host's answering depends on the hour of the week, learned from our own visits. An hour with
// few visits leans on the same hour of other days, and that on the host's mean. What was learned
// fades with `kMemory`. Size: 3.4 KiB; adding is O(1), asking O(1).
class LoadProfile {
 public:
  static constexpr Duration kMemory = Duration::days(42);
  // As many visits' weight have the hour of the day within an hour of the week, and the host's mean
  // within an hour of the day.
  static constexpr double kShrinkage = 6;

  void add(const FetchTimes& fetch, Instant when);

  bool empty() const { return total_.visits <= 0; }
  HostLoad mean() const;
  HostLoad at(int hour_of_week) const;

  // What a visit costs then, over what it costs on average: 1 where nothing is known.
  double relative_cost(uint64_t bytes, Instant when) const;
  // All hours of the week, the cheapest first.
  std::vector<int> best_hours(uint64_t bytes) const;
  // Seconds that a visit takes, by hour of the day (UTC), for server_order.h.
  HourlyLoad by_hour_of_day(uint64_t bytes) const;

  // 10 bytes for each hour that was ever visited, and 30 for all. Numbers are rounded to 8 binary
  // digits; what is decoded encodes to the same bytes. docs/policies.md has the format.
  void encode(std::string& out) const;
  static Result<LoadProfile> decode(std::string_view bytes);

 private:
  // Sums over visits, each with a weight that grows with its time instead of all others' shrinking.
  struct Sums {
    float visits = 0;
    float failures = 0;
    float first_byte = 0;
    float transfer = 0;
    float bytes = 0;

    void add(const Sums& other, float weight);
  };

  double fade_until(Instant when);
  HostLoad estimate(const Sums& sums, const HostLoad& prior) const;
  HostLoad at_hour_of_day(int hour) const;

  std::array<Sums, kHoursOfWeek> by_hour_{};
  std::array<Sums, kHoursOfDay> by_hour_of_day_{};
  Sums total_;
  Instant origin_;  // where a visit weighs 1
  double now_ = 1;  // what a visit weighs at the time of the last one
};

}  // namespace freshet::schedule
