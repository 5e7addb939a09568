#pragma once

#include <cstddef>
#include <vector>

namespace freshet::schedule {

// Time as a site lives it. Sites change many pages at one moment and then none for weeks; on this
// clock a day counts as many days as the site was more active than usual, so that a page last seen
// before such a moment has waited longer than one seen after it. The activity of a day is learned
// from visits alone: a page found changed makes the days since its last visit more active, in
// proportion to what they are thought to be, one found as it was makes them less.
// Days are counted from the first visit. For one thread.
class SiteClock {
 public:
  // The reading at a time (in days); grows with it. Days that have not come are as usual.
  double at(double day) const;
  // A visit at `to`, the last before it at `from`, of a page that changes `rate` times a day.
  void saw(double from, double to, bool changed, double rate);

 private:
  struct Day {
    float events = 0;    // thought to have happened
    float expected = 0;  // by the pages' own rates
    float activity = 1;
    double start = 0;  // the clock's reading
  };
  void extend_to(size_t day);
  void learn(size_t today);

  std::vector<Day> days_;
  size_t learned_ = 0;  // the day on which activities were last brought up to date
};

}  // namespace freshet::schedule
