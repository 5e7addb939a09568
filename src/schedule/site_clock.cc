#include "schedule/site_clock.h"

#include <algorithm>
#include <cmath>

#include "change/exp_log.h"

namespace freshet::schedule {
namespace {

// As many events are thought to have been seen on a day with usual activity, before any are.
constexpr float kPriorEvents = 5;
// Days longer ago than this are not learned about any more.
constexpr size_t kMemory = 400;
constexpr size_t kForgetAtOnce = 64;
// How far a new clock reaches back: its first visits tell of the time since the ones before.
constexpr size_t kReachBack = 60;

}  // namespace

void SiteClock::extend_to(size_t day) {
  if (days_.empty()) {
    first_ = day > kReachBack ? day - kReachBack : 0;
    days_.push_back({.start = static_cast<double>(first_)});
  }
  while (first_ + days_.size() <= day)
    days_.push_back({.start = days_.back().start + days_.back().activity});
  if (days_.size() > kMemory + kForgetAtOnce) forget_before(day - kMemory);
}

void SiteClock::forget_before(size_t day) {
  days_.erase(days_.begin(), days_.begin() + static_cast<ptrdiff_t>(day - first_));
  first_ = day;
}

double SiteClock::at(double day) const {
  if (days_.empty()) return day;
  const auto first = static_cast<double>(first_);
  const double end = first + static_cast<double>(days_.size());
  if (day >= end) return days_.back().start + days_.back().activity + (day - end);
  if (day < first) return days_.front().start - (first - day);
  const Day& its = days_[static_cast<size_t>(day) - first_];
  return its.start + (day - std::floor(day)) * its.activity;
}

double SiteClock::when(double reading) const {
  if (days_.empty()) return reading;
  const auto first = static_cast<double>(first_);
  const double end = days_.back().start + days_.back().activity;
  if (reading >= end) return first + static_cast<double>(days_.size()) + (reading - end);
  if (reading < days_.front().start) return first - (days_.front().start - reading);
  const auto later = std::upper_bound(days_.begin(), days_.end(), reading,
                                      [](double r, const Day& d) { return r < d.start; });
  const Day& its = *(later - 1);
  return first + static_cast<double>(later - 1 - days_.begin()) +
         (reading - its.start) / its.activity;
}

// The first and the last day have a part of the span; to those between, all the same is told, which
// waits for the lesson.
void SiteClock::spread(double from, double to, double rate, double events_per_active_day) {
  const auto last = static_cast<size_t>(to);
  const auto begin =
      std::max(from, static_cast<double>(std::max(first_, last - std::min(last, kMemory))));
  const auto first = static_cast<size_t>(begin);
  const auto add = [&](size_t number, double part) {
    Day& its = day(number);
    its.expected += static_cast<float>(rate * part);
    its.events += static_cast<float>(events_per_active_day * part * its.activity);
  };
  if (first == last) return add(first, to - begin);
  add(first, static_cast<double>(first + 1) - begin);
  add(last, to - static_cast<double>(last));
  day(first + 1).rate_from_here += static_cast<float>(rate);
  day(last).rate_from_here -= static_cast<float>(rate);
  day(first + 1).events_from_here += static_cast<float>(events_per_active_day);
  day(last).events_from_here -= static_cast<float>(events_per_active_day);
}

void SiteClock::saw(double from, double to, bool changed, double rate) {
  const auto last = static_cast<size_t>(to);
  extend_to(last);
  const double active_days = at(to) - at(from);
  if (active_days <= 0) return;
  // At least one event: so many are expected then, spread as activity is.
  const double events_per_active_day =
      changed ? rate / -change::exp_minus_1(-rate * active_days) : 0;
  spread(from, to, rate, events_per_active_day);
  if (last != learned_) learn(last);
}

void SiteClock::saw_change_at(double when, double to, double rate) {
  const auto last = static_cast<size_t>(to);
  extend_to(last);
  // What was before the last change is not told.
  spread(when, to, rate, 0);
  if (static_cast<size_t>(when) >= first_) day(static_cast<size_t>(when)).events += 1;
  if (last != learned_) learn(last);
}

void SiteClock::learn(size_t today) {
  learned_ = today;
  const size_t first = std::max(first_, today > kMemory ? today - kMemory : 0);
  float rates = 0;
  float events = 0;
  for (size_t number = first_; number <= today; ++number) {
    Day& d = day(number);
    rates += d.rate_from_here;
    events += d.events_from_here;
    d.rate_from_here = d.events_from_here = 0;
    if (number >= first) {
      d.expected += std::max(rates, 0.0F);
      d.events += std::max(events, 0.0F) * d.activity;
      d.activity = (d.events + kPriorEvents) / (d.expected + kPriorEvents);
    }
    if (number > first_) d.start = day(number - 1).start + day(number - 1).activity;
  }
}

}  // namespace freshet::schedule
