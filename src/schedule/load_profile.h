#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "clock/instant.h"
#include "result/result.h"
#include "schedule/policy.h"
#include "schedule/server_order.h"

namespace freshet::schedule {

constexpr int kHoursOfWeek = 168;
// Of a page: to compare hosts by.
constexpr uint64_t kUsualBytes = 20'000;

int64_t hour_since_1970(Instant t);
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
// few visits leans on the same hour of other days, and that on the host's mean; a host that never
// answered is like any other. What was learned fades with `kMemory`. 24 bytes for each hour that
// was ever visited; adding and asking for an hour are O(log hours).
class LoadProfile {
 public:
  static constexpr Duration kMemory = Duration::days(42);
  // As many visits' weight have the hour of the day within an hour of the week, and the host's mean
  // within an hour of the day.
  static constexpr double kShrinkage = 6;

  void add(const FetchTimes& fetch, Instant when);

  size_t memory_bytes() const { return sizeof *this + hours_.capacity() * sizeof(HourSums); }

  bool empty() const { return total_.visits <= 0; }
  HostLoad mean() const;
  HostLoad at(int hour_of_week) const;

  // How many times as much a visit costs then as in the cheapest third of the host's own day. 1
  // where nothing is known, and where the difference may be chance.
  double cost_factor(Instant when) const;
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

  struct HourSums {
    Sums sums;
    uint8_t hour = 0;
  };

  double fade_until(Instant when);
  std::vector<HourSums>::iterator insert(std::vector<HourSums>::iterator before, uint8_t hour);
  double mean_bytes() const;
  Sums sums_of(int hour_of_week) const;
  HostLoad estimate(const Sums& sums, const HostLoad& prior) const;
  HostLoad at_hour_of_day(int hour) const;

  std::vector<HourSums> hours_;  // of the week that were ever visited, in their order
  Sums total_;
  Instant origin_;  // where a visit weighs 1
  double now_ = 1;  // what a visit weighs at the time of the last one
};

// What is known of a site now; nullptr: nothing. Not to be kept.
using LoadOf = std::function<const LoadProfile*(Site)>;

}  // namespace freshet::schedule
