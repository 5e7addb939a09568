#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "clock/instant.h"
#include "store/types.h"

namespace freshet::frontier {

// A page in the queue. The frontier uses key, attempts, needs_rules and not_before; it only keeps
// the rest.
struct Queued {
  store::PageKey key;
  std::string url;
  uint16_t depth = 0;
  uint8_t attempts = 0;   // made so far
  uint8_t redirects = 0;  // how many in a row led here
  bool sitemap = false;
  bool revisit = false;   // a visit to a known page
  bool is_probe = false;  // a request for an address where no page is, to learn the answer
  bool needs_rules =
      true;  // false: a request to get the rules themselves; must go to queue_first()
  Instant first_seen;
  Instant not_before;
  std::optional<store::PageKey> listed_on;
};

}  // namespace freshet::frontier
