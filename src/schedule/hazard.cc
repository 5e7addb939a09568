#include "schedule/hazard.h"

#include <algorithm>

#include "change/belief.h"

namespace freshet::schedule {

void Recent::add(bool changed) {
  changes = static_cast<uint8_t>(changes << 1 | (changed ? 1 : 0));
  visits = static_cast<uint8_t>(std::min(visits + 1, 8));
}

uint8_t Hazard::share(Recent recent) {
  // Of four bits each.
  constexpr std::array<uint8_t, 16> kOnes = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};
  const int changes = kOnes[recent.changes & 15] + kOnes[recent.changes >> 4];
  const int visits = recent.visits;
  if (visits == 0) return 5;
  if (changes == 0) return 0;
  if (4 * changes <= visits) return 1;
  if (2 * changes <= visits) return 2;
  return 5 * changes <= 4 * visits ? 3 : 4;
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
