#pragma once

#include <string_view>

#include "http/headers.h"

namespace freshet::http {

// The directives of a page for crawlers, from the X-Robots-Tag header or <meta name=robots>. If
// directives contradict each other, the stricter one applies. Other directives are ignored.
struct RobotsDirectives {
  bool noindex = false;   // "noindex" or "none"
  bool nofollow = false;  // "nofollow" or "none"
  bool noarchive = false;

  // Adds the directives of `other`.
  RobotsDirectives& operator|=(const RobotsDirectives& other);
  bool operator==(const RobotsDirectives&) const = default;
};

// Parses the content of <meta name=robots>, such as "noindex, nofollow". Unknown words are ignored.
RobotsDirectives parse_robots_content(std::string_view content);

// Returns the directives of all X-Robots-Tag fields that apply to all crawlers or to `agent` (a
// product token such as "freshet"). Examples of such fields: "noindex", "freshet: nofollow",
// "otherbot: noindex, nofollow".
RobotsDirectives robots_directives_of(const HeaderMap& headers, std::string_view agent);

}  // namespace freshet::http
