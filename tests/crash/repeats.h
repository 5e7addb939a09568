#pragma once

#include <cstddef>
#include <vector>

#include "aquarium/request_log.h"
#include "clock/instant.h"

namespace freshet::crash {

struct Repeats {
  size_t requests = 0;
  size_t repeated = 0;
  size_t at_risk = 0;  // in flight or just answered at a kill
  Duration oldest;     // the longest time between the answer to a repeated request and the kill
};

// Expects that a URL is requested again only if the request before was in flight at a kill, or was
// answered not longer than `window` before it. Times in which nothing was answered do not count.
Repeats expect_repeats_only_after_kills(const std::vector<aquarium::LoggedRequest>& log,
                                        const std::vector<Instant>& kills, Duration window);

// Returns the log as the killed programs saw it: an answer that was sent after a kill counts as
// sent at the kill, because no program waited for it.
std::vector<aquarium::LoggedRequest> cut_at_kills(std::vector<aquarium::LoggedRequest> log,
                                                  const std::vector<Instant>& kills);

}  // namespace freshet::crash
