#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "clock/instant.h"
#include "store/page_key.h"

namespace freshet::store {

// What is known of a site as a server: its robots.txt and when it may be requested. It is stored so
// that politeness survives a restart.
struct SiteState {
  SiteId id;
  std::string text;      // "https://example.com"
  bool in_scope = true;  // false: it is only known from links and is not visited
  Instant discovered;
  Instant next_allowed;   // no request before this
  Instant resting_until;  // end of a Retry-After or back-off
  uint16_t failures = 0;  // of the host, in a row
  Duration crawl_delay;   // of robots.txt; zero: none
  std::optional<Instant> robots_fetched;
  uint16_t robots_status = 0;  // HTTP status; 0: unreachable
  std::string robots_body;
  uint64_t pages = 0;    // visited
  uint64_t waiting = 0;  // admitted, not visited
  std::string learned;   // an encoded collection::SiteProfile, which the store does not interpret

  bool operator==(const SiteState&) const = default;
};

}  // namespace freshet::store
