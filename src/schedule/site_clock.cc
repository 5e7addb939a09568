#include "schedule/site_clock.h"

#include <algorithm>
#include <cmath>

namespace freshet::schedule {
namespace {

// As many events are thought to have been seen on a day with usual activity, before any are.
constexpr float kPriorEvents = 5;
// Days longer ago than this are not learned about any more.
constexpr size_t kMemory = 400;

}  // namespace

void SiteClock::extend_to(size_t day) {
  while (days_.size() <= day) {
    Day next;
    if (!days_.empty()) next.start = days_.back().start + days_.back().activity;
    days_.push_back(next);
  }
}

double SiteClock::at(double day) const {
  if (days_.empty()) return day;
  const double end = static_cast<double>(days_.size());
  if (day >= end) return days_.back().start + days_.back().activity + (day - end);
  const Day& its = days_[static_cast<size_t>(day)];
  return its.start + (day - std::floor(day)) * its.activity;
}

void SiteClock::saw(double from, double to, bool changed, double rate) {
  const auto last = static_cast<size_t>(to);
  extend_to(last);
  const auto first = std::max(static_cast<size_t>(from), last > kMemory ? last - kMemory : 0);
  const auto share = [&](size_t day) {
    return std::min(to, static_cast<double>(day + 1)) - std::max(from, static_cast<double>(day));
  };
  double active_days = 0;
  for (size_t day = first; day <= last; ++day) active_days += share(day) * days_[day].activity;
  if (active_days <= 0) return;
  // At least one event: so many are expected then.
  const double events = changed ? rate * active_days / -std::expm1(-rate * active_days) : 0;
  for (size_t day = first; day <= last; ++day) {
    const double part = share(day);
    days_[day].expected += static_cast<float>(rate * part);
    days_[day].events += static_cast<float>(events * part * days_[day].activity / active_days);
  }
  if (last != learned_) learn(last);
}

void SiteClock::learn(size_t today) {
  learned_ = today;
  const size_t first = today > kMemory ? today - kMemory : 0;
  for (size_t day = first; day <= today; ++day) {
    Day& d = days_[day];
    d.activity = (d.events + kPriorEvents) / (d.expected + kPriorEvents);
    if (day > 0) d.start = days_[day - 1].start + days_[day - 1].activity;
  }
}

}  // namespace freshet::schedule
