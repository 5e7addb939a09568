#pragma once

#include <cstddef>
#include <vector>

namespace freshet::schedule {

// Time as a site lives it. Sites change many pages at one moment and then none for weeks; on this
// clock a day counts as many days as the site was more active than usual, so that a page last seen
// before such a moment has waited longer than one seen after it. The activity of a day is learned
// from visits alone: a page found changed makes the days since its last visit more active, in
// proportion to what they are thought to be, one found as it was makes them less.
// Days are counted from a beginning that the caller chooses. A visit is taken in at once, in a time
// that does not depend on how long ago the last one was; the clock itself changes at the first
// visit of a day. 32 bytes a day, of the last 400 or so. For one thread.
class SiteClock {
 public:
  // The reading at a time (in days); grows with it. Days that have not come, or are long past, are
  // as usual.
  double at(double day) const;
  // The day of a reading: the inverse of at().
  double when(double reading) const;

  // A visit at `to`, the last before it at `from`, of a page that changes `rate` times a day.
  void saw(double from, double to, bool changed, double rate);
  // The same, where the time of the last change is known.
  void saw_change_at(double when, double to, double rate);

  // It will be asked about this day, or told of it.
  void prefetch(double day) const {
    const double number = day - static_cast<double>(first_);
    if (number >= 0 && number < static_cast<double>(days_.size()))
      __builtin_prefetch(&days_[static_cast<size_t>(number)]);
  }
  void prefetch(double from, double to) const {
    prefetch(from);
    prefetch(to);
  }

  size_t memory_bytes() const { return days_.capacity() * sizeof(Day); }

 private:
  struct Day {
    float events = 0;    // thought to have happened
    float expected = 0;  // by the pages' own rates
    float activity = 1;
    // What was seen since the last lesson of spans that begin (or, less than 0, end) with this day:
    // rates, and events for each active day.
    float rate_from_here = 0;
    float events_from_here = 0;
    double start = 0;  // the clock's reading
  };
  void extend_to(size_t day);
  void forget_before(size_t day);
  void spread(double from, double to, double rate, double events_per_active_day);
  void learn(size_t today);
  Day& day(size_t number) { return days_[number - first_]; }

  std::vector<Day> days_;
  size_t first_ = 0;    // the day of days_[0]
  size_t learned_ = 0;  // the day on which activities were last brought up to date
};

}  // namespace freshet::schedule
