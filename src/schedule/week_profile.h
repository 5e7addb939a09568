#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "schedule/hour_clock.h"
#include "schedule/load_profile.h"
#include "schedule/week_activity.h"

namespace freshet::schedule {

// Learns a site's activity from visits. A visit shows that something changed at some time since the
// last one, or that nothing did. The events are divided among the hours between as the present
// estimate of the activity says (expectation), and the next estimate follows from the events that
// each hour was given and those it would have had if all hours were alike (maximisation). Both go
// on while visits come in and old ones fade, so that the first guesses do not last.
// Days are counted from a Sunday, 0:00 UTC. 2 kB; the time that a visit takes does not depend on
// how long the wait was. For one thread.
class WeekProfile {
 public:
  static constexpr double kMemoryDays = 60;
  // A flat profile counts as much as so many events that were seen.
  static constexpr double kFlatEvents = 50;

  // A visit at `to`, the last before it at `from`, of a page that changes `rate` times a day. Of
  // a wait longer than six days, only the last six count.
  void saw(double from, double to, bool changed, double rate);
  // The same, where the time of the last change is known.
  void saw_change_at(double when, double to, double rate);
  // Brings the activity up to date, which is enough once in some dozens of visits.
  void learn(double now);

  // It will be told of such a visit.
  void prefetch(double from, double to) const;

  const WeekActivity& activity() const { return activity_; }
  // A clock that goes by the activity.
  const HourClock& clock() const { return clock_; }
  // How many events are thought to have happened, of those that were learned.
  double events() const;

 private:
  struct Bin {
    float events = 0;    // thought to have happened
    float expected = 0;  // if all hours were alike
  };
  // What was seen since the last lesson of spans that begin (or, less than 0, end) with an hour of
  // the week: rates, and events for each active day.
  struct Spans {
    float rate = 0;
    float events = 0;

    void add(const Spans& other, float times) {
      rate += times * other.rate;
      events += times * other.events;
    }
  };
  void spread(double from, double to, double rate, double events_per_active_day);
  void add_spans();

  std::array<Bin, kWeekBins> bins_{};
  std::array<Spans, kHoursOfWeek> spans_{};
  Spans spans_at_week_end_;  // the sum of those that go on after the end of the week
  WeekActivity activity_ = flat_week();
  HourClock clock_{flat_week()};
  double faded_until_ = 0;
};

}  // namespace freshet::schedule
