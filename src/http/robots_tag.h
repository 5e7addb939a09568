#pragma once

#include <optional>
#include <string_view>

#include "clock/instant.h"
#include "http/headers.h"

namespace freshet::http {

// What a page asks of crawlers, by X-Robots-Tag header or <meta name=robots>. The default asks
// nothing. Where directives contradict each other, the stricter one holds.
struct RobotsDirectives {
  bool noindex = false;
  bool nofollow = false;
  bool none = false;  // written as "none": noindex and nofollow are then set too
  bool noarchive = false;
  bool nosnippet = false;
  bool noimageindex = false;
  std::optional<Instant> unavailable_after = std::nullopt;

  // All that either asks.
  RobotsDirectives& operator|=(const RobotsDirectives& other);
  bool operator==(const RobotsDirectives&) const = default;
};

// The content of <meta name=robots>: "noindex, nofollow". Words that are not known are skipped.
RobotsDirectives parse_robots_content(std::string_view content);

// All X-Robots-Tag fields that speak to everyone or to `agent` (a product token such as "freshet"):
// "noindex", "freshet: nofollow", "otherbot: noindex, nofollow".
RobotsDirectives robots_directives_of(const HeaderMap& headers, std::string_view agent);

}  // namespace freshet::http
