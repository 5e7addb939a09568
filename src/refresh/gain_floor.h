#pragma once

#include <algorithm>
#include <cstdint>

#include "clock/instant.h"

namespace freshet::refresh {

// Which visits to known pages are not worth a request: those that find a change with a chance below
// `min_gain` by what is believed of the page, and below four times that by an estimate that needs
// no belief. See docs/policies.md.
struct GainFloor {
  double min_gain = 0.05;  // 0: every visit is worth a request; below 1
  Duration longest_wait =
      Duration::days(1);  // after which a visit is worth one, whatever is believed

  bool is_on() const { return min_gain > 0; }
  // What the estimate must come to that needs no belief, and is the cruder for it.
  double min_vague_gain() const { return std::min(4 * min_gain, 0.9); }

  // What was seen of a page. Unix seconds.
  struct Watched {
    uint32_t same_since = 0;  // its last change that was seen, or its first visit
    uint32_t last_look = 0;   // its last visit

    uint32_t seconds() const { return last_look > same_since ? last_look - same_since : 0; }
  };

  // The chance of a change after `now - last_look`, if all that is known of a page is that it did
  // not change for so long before: the next change is as likely to come within any multiple of that
  // time, whatever the unit of time is.
  static double vague_chance(const Watched& page, uint32_t now) {
    const double since = now > page.last_look ? now - page.last_look : 0;
    const double watched = page.seconds();
    return since > 0 ? since / (watched + since) : 0;
  }

  // The second from which on a visit is worth a request, whatever is believed: one after the last
  // visit at the earliest.
  uint32_t passes_at(const Watched& page) const {
    constexpr double kShortest = 1;
    const double longest = std::max(longest_wait.in_seconds(), kShortest);
    const double wait = page.seconds() * min_vague_gain() / (1 - min_vague_gain());
    const double at = page.last_look + std::clamp(wait, kShortest, longest);
    return static_cast<uint32_t>(std::min(at + 0.999, double{UINT32_MAX}));
  }
};

}  // namespace freshet::refresh
