#pragma once

#include <array>
#include <cstddef>

#include "clock/instant.h"

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

// Learns a site's activity from visits. What a visit shows is that something changed at some time
// since the last one, or nothing did: the events are divided among the hours between as what is
// thought of them now says (expectation), and what is thought follows from the events that each
// hour was given and those it would have had if all hours were alike (maximisation). Both go on
// while visits come in and old ones fade, so that the first guesses do not last. 800 bytes; a visit
// costs O(hours between, a week's at most).
class WeekProfile {
 public:
  static constexpr Duration kMemory = Duration::days(60);
  // The profile of all sites counts as much as so many events of this one.
  static constexpr double kUsualEvents = 50;

  // A visit at `to`, the last before at `from`, to a page that changes `rate` times a day.
  void saw(Instant from, Instant to, bool changed, double rate);
  // Brings the activity up to date; `usual` is that of all sites. Cheap, but once in some dozens of
  // visits is enough.
  void learn(const WeekActivity& usual);

  const WeekActivity& activity() const { return activity_; }
  double events() const;

 private:
  struct Bin {
    float events = 0;    // thought to have happened
    float expected = 0;  // if all hours were alike
  };
  void fade_until(Instant now);

  std::array<Bin, kWeekBins> bins_{};
  WeekActivity activity_ = flat_week();
  Instant faded_until_;
};

}  // namespace freshet::schedule
