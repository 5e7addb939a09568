#include "robots/robots_status.h"

namespace freshet::robots {

RobotsStatus robots_meaning(int http_status, int redirects_followed) {
  constexpr int kTooManyRequests = 429;
  constexpr int kNotModified = 304;
  if (http_status == kTooManyRequests) return RobotsStatus::kHoldBack;
  if (http_status >= 200 && http_status <= 299) return RobotsStatus::kUseBody;
  // An answer to a conditional request; the body is the one already known.
  if (http_status == kNotModified) return RobotsStatus::kUseBody;
  if (http_status >= 300 && http_status <= 399) {
    // Too long a chain counts as 'unavailable', like a 4xx.
    return redirects_followed < kMostRobotsRedirects ? RobotsStatus::kFollowRedirect
                                                     : RobotsStatus::kAllowAll;
  }
  if (http_status >= 400 && http_status <= 499) return RobotsStatus::kAllowAll;
  return RobotsStatus::kHoldBack;
}

}  // namespace freshet::robots
