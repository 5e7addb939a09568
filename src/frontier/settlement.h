#pragma once

#include <cstdint>
#include <optional>

#include "clock/instant.h"

namespace freshet::frontier {

// The outcome of a lease, as far as order and politeness are concerned. `page` has no meaning for a
// robots.txt: it is requested until set_rules() or hold_back() is called, before or after settle().
struct Settlement {
  enum class Page : uint8_t {
    kDone,     // the page is not requested again in this crawl
    kLater,    // it is requested again, not before again_at; the attempt counts
    kRequeue,  // it is requested again as soon as the host allows; the attempt does not count
  };
  Page page = Page::kDone;
  Instant again_at;
  bool sent = true;                    // a request was sent; otherwise no delay is needed
  Duration took;                       // duration of that request
  bool host_failed = false;            // time-out, reset, 5xx: the site may need a back-off
  std::optional<Duration> site_rests;  // only this site; requests to other sites of the host go on
  std::optional<Duration> host_rests;  // Retry-After: the whole host
};

}  // namespace freshet::frontier
