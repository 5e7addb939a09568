#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "aquarium/request_log.h"
#include "aquarium/world.h"
#include "clock/instant.h"

namespace freshet::aquarium {

// How politely a crawler treated a host, as far as a request log shows.
struct HostPoliteness {
  uint32_t host = 0;
  uint64_t requests = 0;
  // The greatest number of requests in flight at one time: received, but not yet answered.
  size_t most_at_once = 0;
  // The shortest real time from the reply to one request until the next request; zero if requests
  // overlap, nullopt if there was only one request.
  std::optional<Duration> shortest_gap = std::nullopt;
  uint64_t before_robots = 0;  // requests for anything else before robots.txt was answered
  uint64_t forbidden = 0;      // requests for paths that the rules disallow
  uint64_t held_back = 0;      // requests for anything but robots.txt, if that cannot be fetched
  uint64_t impatient = 0;      // requests before the end of a Retry-After
};

// Returns one entry for each host that received a request, in the order of host numbers. The log
// should have all requests of the crawl. O(n log n) in its length.
std::vector<HostPoliteness> measure_politeness(const World& world,
                                               const std::vector<LoggedRequest>& log);

}  // namespace freshet::aquarium
