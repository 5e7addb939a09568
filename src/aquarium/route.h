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
  kRobots,         // number: 0 for /robots.txt, 1 for its new location, 2 and 3 for the loop
  kSitemap,  // number: 0 for the file itself, from 1 on the parts of an index; step: 1 if gzip
  kFeed,
  kHop,   // number: of a page that redirects; step: remaining hops
  kLoop,  // number: of the page; step: 0 or 1
  kImage,
  kUnknown,
};

// What a request target on a host refers to.
struct Destination {
  Route route = Route::kUnknown;
  uint32_t number = 0;
  uint32_t step = 0;
};

// The query is ignored and, on hosts with sessions, ";jsessionid=..." too. Linear time.
Destination find_route(const World& world, uint32_t host, std::string_view target);

// The number of hops between a page of kind kRedirectChain and its target.
inline constexpr uint32_t kChainHops = 3;

inline constexpr uint32_t kPagesPerSitemap = 10'000;
// The number of parts of a sitemap index; 0 if the sitemap is one file.
uint32_t sitemap_parts(const HostFacts& facts);

}  // namespace freshet::aquarium
