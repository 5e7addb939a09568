#include "schedule/hazard.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace freshet::schedule {

void Recent::add(bool changed) {
  changes = static_cast<uint8_t>(changes << 1 | (changed ? 1 : 0));
  visits = static_cast<uint8_t>(std::min(visits + 1, 8));
}

Hazard::State Hazard::state(double days_since_change, Recent recent) {
  // Powers of two, from an eighth of a day to three years.
  const int since = std::ilogb(std::max(days_since_change, 1.0 / 64)) + 3;
  const int changes = std::popcount(recent.changes);
  const double share = recent.visits > 0 ? static_cast<double>(changes) / recent.visits : 0;
  return {.since = static_cast<uint8_t>(std::clamp(since, 0, int{kSinces} - 1)),
          .share = static_cast<uint8_t>(recent.visits == 0 ? 5
                                        : changes == 0     ? 0
                                        : share <= 0.25    ? 1
                                        : share <= 0.5     ? 2
                                        : share <= 0.8     ? 3
                                                           : 4)};
}

void Hazard::Spans::add(const Spans& more) {
  changes += more.changes;
  changed_days += more.changed_days;
  unchanged_days += more.unchanged_days;
}

// With C changes after T days each and U days without any, C log(1 - exp(-rT)) - rU is largest at
// exp(rT) = 1 + CT / U. What is usual adds `weight` changes, and as many days without as make it
// the answer where nothing else was seen.
double Hazard::Spans::rate(double usual, double weight) const {
  constexpr double kShort = 1e-3;  // then a span has one change at most
  const double span = changes > 0 ? changed_days / changes : 0;
  if (span * usual < kShort) return (changes + weight) / (unchanged_days + weight / usual);
  constexpr double kMost = 500;  // of which the exponential can be taken
  const double unchanged =
      unchanged_days + weight * span / std::expm1(std::min(usual * span, kMost));
  return std::log1p((changed_days + weight * span) / unchanged) / span;
}

void Hazard::Rate::add(const Spans& more, double usual, double weight) {
  constexpr double kPart = 1.0 / 64;
  seen_.add(more);
  const double days = seen_.changed_days + seen_.unchanged_days;
  const bool counts = more.changes > kPart * seen_.changes;
  if (!counts && days < due_days_) return;
  rate_ = static_cast<float>(seen_.rate(usual, weight));
  due_days_ = static_cast<float>((1 + kPart) * days);
}

}  // namespace freshet::schedule
