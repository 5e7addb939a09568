#pragma once

#include <algorithm>
#include <cstdint>

#include "clock/instant.h"

namespace freshet::refresh {

// Decides which visits to known pages are not worth a request: those that find a change with a
// probability below `min_gain` according to the belief about the page, and below four times that
// according to a vague estimate that needs no belief. See docs/policies.md.
struct GainFloor {
  double min_gain = 0.05;  // below 1; 0: every visit is worth a request
  // After this time a visit is worth a request, whatever is believed.
  Duration longest_wait = Duration::days(1);

  bool is_on() const { return min_gain > 0; }
  // The floor for the vague estimate. It is higher, because this estimate is less exact.
  double min_vague_gain() const { return std::min(4 * min_gain, 0.9); }

  // For how long a page is known to be unchanged. Times are Unix seconds.
  struct Watched {
    uint32_t unchanged_since = 0;  // its last known change, or its first visit
    uint32_t last_visit = 0;

    uint32_t seconds() const {
      return last_visit > unchanged_since ? last_visit - unchanged_since : 0;
    }
  };

  // The vague estimate of the probability that a page has changed since its last visit, if nothing
  // is known except for how long it was unchanged before. It assumes that the next change comes
  // within a given multiple of that time with the same probability for every page.
  static double vague_chance(const Watched& page, uint32_t now) {
    const double since = now > page.last_visit ? now - page.last_visit : 0;
    const double watched = page.seconds();
    return since > 0 ? since / (watched + since) : 0;
  }

  // Returns the second from which on a visit is worth a request, whatever is believed. It is at
  // least one second after the last visit.
  uint32_t passes_at(const Watched& page) const {
    constexpr double kShortest = 1;
    const double longest = std::max(longest_wait.in_seconds(), kShortest);
    const double wait = page.seconds() * min_vague_gain() / (1 - min_vague_gain());
    const double at = page.last_visit + std::clamp(wait, kShortest, longest);
    return static_cast<uint32_t>(std::min(at + 0.999, double{UINT32_MAX}));
  }
};

}  // namespace freshet::refresh
