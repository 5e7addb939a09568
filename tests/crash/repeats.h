#pragma once

#include <cstddef>
#include <vector>

#include "aquarium/request_log.h"
#include "clock/instant.h"

namespace freshet::crash {

struct Repeats {
  size_t requests = 0;
  size_t repeated = 0;
  size_t at_risk = 0;  // under way or just answered at a kill
  Duration oldest;     // the longest before a kill that a repeated one was answered
};

// An address is asked for again only if the request before was under way at a kill, or answered not
// longer than `window` before it; times in which nothing was answered do not count. Fails the test
// otherwise.
Repeats expect_repeats_only_after_kills(const std::vector<aquarium::LoggedRequest>& log,
                                        const std::vector<Instant>& kills, Duration window);

// The log as the killed program saw it: what was answered after a kill, nobody waited for.
std::vector<aquarium::LoggedRequest> cut_at_kills(std::vector<aquarium::LoggedRequest> log,
                                                  const std::vector<Instant>& kills);

}  // namespace freshet::crash
