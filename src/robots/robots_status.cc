#include "robots/robots_status.h"

namespace freshet::robots {

RobotsStatus robots_meaning(int http_status, int redirects_followed) {
  constexpr int kTooManyRequests = 429;
  constexpr int kNotModified = 304;
  if (http_status == kTooManyRequests) return RobotsStatus::kHoldBack;
  if (http_status >= 200 && http_status <= 299) return RobotsStatus::kUseBody;
  // The answer to a conditional request: the known body is still valid.
  if (http_status == kNotModified) return RobotsStatus::kUseBody;
  if (http_status >= 300 && http_status <= 399) {
    // A chain that is too long counts as "unavailable", like 4xx.
    return redirects_followed < kMostRobotsRedirects ? RobotsStatus::kFollowRedirect
                                                     : RobotsStatus::kAllowAll;
  }
  if (http_status >= 400 && http_status <= 499) return RobotsStatus::kAllowAll;
  return RobotsStatus::kHoldBack;
}

}  // namespace freshet::robots
