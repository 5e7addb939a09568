#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "aquarium/request_log.h"
#include "aquarium/world.h"
#include "clock/instant.h"

namespace freshet::aquarium {

// How a crawler behaved towards a host, as far as a log shows.
struct HostManners {
  uint32_t host = 0;
  uint64_t requests = 0;
  // Requests that were under way at one time: received, not yet answered.
  size_t most_at_once = 0;
  // From the answer to one request to the arrival of the next, real time; zero where they overlap.
  // Nullopt if there was one request only.
  std::optional<Duration> shortest_gap = std::nullopt;
  uint64_t before_robots = 0;  // other requests before robots.txt was answered
  uint64_t forbidden = 0;      // for what the rules disallow
  uint64_t held_back = 0;      // other than robots.txt, where that cannot be had
  uint64_t impatient = 0;      // before the time that a Retry-After had asked for
};

// Hosts that were asked at all, in the order of their numbers. The log should be whole: begin it
// before the crawl and give it room. O(n log n) in its length.
std::vector<HostManners> judge(const World& world, const std::vector<LoggedRequest>& log);

}  // namespace freshet::aquarium
