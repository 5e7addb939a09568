#pragma once

#include <optional>

#include "change/rhythm.h"
#include "clock/instant.h"

namespace freshet::change {

// What is known of a page from all its visits that succeeded, in a fixed size: sums that fade with
// time, and the rhythm. History::summary() returns one; a policy that keeps one for each page adds
// the visits itself, and gets the same numbers but for the rounding of the stored ones.
struct Summary {
  float visits = 0;   // including the first
  float changes = 0;  // found by them
  float days = 0;     // between them
  Rhythm rhythm;
  Instant last_success;  // the sums are as of this time

  // Adds a visit that succeeded. One that is not later than the last is already counted and is
  // ignored, and the first is no change.
  void saw(Instant at, bool changed, std::optional<Instant> last_modified);
};

}  // namespace freshet::change
