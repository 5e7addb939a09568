#pragma once

namespace freshet::robots {

// What the response to a request for robots.txt means for the host (RFC 9309, section 2.3.1).
enum class RobotsStatus {
  kUseBody,         // the rules are in the body
  kFollowRedirect,  // the rules at the target of the redirect apply to this host
  kAllowAll,        // there are no rules: everything may be fetched
  kHoldBack,        // the rules are not available now: fetch nothing, and retry later
};

// The number of redirects that are followed for robots.txt. The RFC requires at least five.
inline constexpr int kMostRobotsRedirects = 5;

// `http_status` is the status of the response, or 0 if there was none (for example, the name was
// not found, the connection was refused or timed out). `redirects_followed` counts those before it.
RobotsStatus robots_meaning(int http_status, int redirects_followed = 0);

}  // namespace freshet::robots
