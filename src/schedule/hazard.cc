#include "schedule/hazard.h"

#include <algorithm>
#include <bit>

#include "change/belief.h"

namespace freshet::schedule {

void Recent::add(bool changed) {
  changes = static_cast<uint8_t>(changes << 1 | (changed ? 1 : 0));
  visits = static_cast<uint8_t>(std::min(visits + 1, 8));
}

Hazard::State Hazard::state(double days_since_change, Recent recent) {
  // Powers of two, from an eighth of a day to three years.
  const auto bits = std::bit_cast<uint64_t>(std::max(days_since_change, 1.0 / 64));
  const int since = static_cast<int>(bits >> 52) - 1'023 + 3;  // the exponent of a double
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

void Hazard::Rate::add(const Span& span, double usual, double weight) {
  changes_ += span.known_changes;
  days_ += (1 - span.changed) * span.days;
  if (span.changed <= 0) return;
  const change::Belief before{.a = weight + changes_, .b = weight / usual + days_};
  change::Belief after = before;
  after.saw_change(span.days);
  changes_ = std::max(changes_ + span.changed * (after.a - before.a), 0.0);
  days_ = std::max(days_ + span.changed * (after.b - before.b), 0.0);
}

}  // namespace freshet::schedule
