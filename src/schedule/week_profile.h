#pragma once

#include <array>
#include <cstddef>

namespace freshet::schedule {

// How much more a site changes at some time of the week than on average: 24 hours of weekdays, then
// 24 of Saturdays and Sundays, UTC. The mean over the hours of a week is 1. (All 168 hours apart
// would need more events than most sites have.)
constexpr size_t kWeekBins = 48;
using WeekActivity = std::array<double, kWeekBins>;

// Of an hour of the week, 0 being Sunday 0:00 to 1:00.
size_t week_bin(int hour_of_week);
WeekActivity flat_week();
// The same proportions, with mean 1; all 0 becomes flat.
WeekActivity with_mean_one(const WeekActivity& activity);

// Learns a site's activity from visits. A visit shows that something changed at some time since the
// last one, or that nothing did. The events are divided among the hours between as the present
// estimate of the activity says (expectation), and the next estimate follows from the events that
// each hour was given and those it would have had if all hours were alike (maximisation). Both go
// on while visits come in and old ones fade, so that the first guesses do not last.
// Days are counted from a Sunday, 0:00 UTC. 800 bytes; a visit costs O(hours between).
class WeekProfile {
 public:
  static constexpr double kMemoryDays = 60;
  // A flat profile counts as much as so many events that were seen.
  static constexpr double kFlatEvents = 50;

  // A visit at `to`, the last before it at `from`, of a page that changes `rate` times a day. After
  // long waits a visit tells little, and costs much.
  void saw(double from, double to, bool changed, double rate);
  // The same, where the time of the last change is known.
  void saw_change_at(double when, double to, double rate);
  // Brings the activity up to date, which is enough once in some dozens of visits.
  void learn(double now);

  const WeekActivity& activity() const { return activity_; }
  double events() const;

 private:
  struct Bin {
    float events = 0;    // thought to have happened
    float expected = 0;  // if all hours were alike
  };
  void spread(double from, double to, double rate, double events_per_active_day);

  std::array<Bin, kWeekBins> bins_{};
  WeekActivity activity_ = flat_week();
  double faded_until_ = 0;
};

}  // namespace freshet::schedule
