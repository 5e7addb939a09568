#include "change/summary.h"

#include <cmath>

#include "change/history.h"

namespace freshet::change {

void Summary::saw(Instant at, bool changed, std::optional<Instant> last_modified) {
  if (visits == 0) {
    visits = 1;
    last_success = at;
    return;
  }
  if (at <= last_success) return;
  const double waited = (at - last_success).in_days();
  const auto kept = static_cast<float>(std::exp(-waited / History::kMemory.in_days()));
  visits = visits * kept + 1;
  changes = changes * kept + (changed ? 1.0F : 0.0F);
  days = days * kept + static_cast<float>(waited);
  rhythm.add({.from = last_success, .to = at, .changed = changed, .last_modified = last_modified});
  last_success = at;
}

}  // namespace freshet::change
