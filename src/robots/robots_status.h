#pragma once

namespace freshet::robots {

// What the answer to a request for robots.txt means for the host (RFC 9309, section 2.3.1).
enum class RobotsStatus {
  kUseBody,         // the rules are in the body
  kFollowRedirect,  // ask the redirect's target, and apply its rules to this host
  kAllowAll,        // there are no rules: crawl without
  kHoldBack,        // the rules cannot be known now: crawl nothing, ask again later
};

// Redirects followed for robots.txt; the RFC asks for at least five.
inline constexpr int kMostRobotsRedirects = 5;

// `http_status` is that of the reply, or 0 if there was none (no address, refused, timed out);
// `redirects_followed` before it.
RobotsStatus robots_meaning(int http_status, int redirects_followed = 0);

}  // namespace freshet::robots
