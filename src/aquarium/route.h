#pragma once

#include <cstdint>
#include <string_view>

#include "aquarium/world.h"

namespace freshet::aquarium {

enum class Route : uint8_t {
  kPage,           // number: of the page
  kDirectory,      // number: of the list
  kNearDuplicate,  // number: of the item
  kCalendar,       // number: months since the year 0
  kMaze,           // number: a fingerprint of the path
  kRobots,         // number: 0 /robots.txt, 1 where it moved to, 2 and 3 the loop
  kSitemap,        // number: 0 the file itself, 1.. the parts of an index; gzip: step 1
  kFeed,
  kHop,   // number: of a page that redirects; step: hops left
  kLoop,  // number: of the page; step: 0 or 1
  kImage,
  kUnknown,
};

// Where a request target leads on a host.
struct Destination {
  Route route = Route::kUnknown;
  uint32_t number = 0;
  uint32_t step = 0;
};

// The query does not matter, on hosts with sessions nor does ";jsessionid=...". Linear time.
Destination find_route(const World& world, uint32_t host, std::string_view target);

// How many hops lie between a page of kind kRedirectChain and its target.
inline constexpr uint32_t kChainHops = 3;

inline constexpr uint32_t kPagesPerSitemap = 10'000;
// Parts of a sitemap index; 0 if the sitemap is one file.
uint32_t sitemap_parts(const HostFacts& facts);

}  // namespace freshet::aquarium
