#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>

#include "clock/instant.h"
#include "store/page_key.h"
#include "store/unadmitted_url.h"

namespace freshet::store {

// Identifies a discovery. If one page is found twice at the same instant, that is one discovery.
struct DiscoveryId {
  Instant found_at;
  PageKey key;
  auto operator<=>(const DiscoveryId&) const = default;
};

// A URL that one writer has found and whose shard another writer holds. It has what the other
// writer needs to admit or refuse it. The finder has decided what depends only on the page with the
// link.
struct Discovery {
  PageKey key;
  std::string url;  // canonical
  uint16_t depth = 0;
  uint8_t redirects = 0;           // how many in a row led to it; for a sitemap: how many indexes
  bool sitemap = false;            // it is a sitemap or feed, not a page
  bool may_lie_elsewhere = false;  // for a sitemap: it need not be in the scope
  bool records_refusal = true;     // if it is refused, that is recorded
  // Set if the link itself is a reason to refuse it, whatever the rules say: is_of_link().
  std::optional<UnadmittedReason> refused;
  std::optional<PageKey> found_on;     // the page with the link; nullopt: robots.txt named it
  std::optional<PageKey> listed_on;    // the sitemap or feed that lists it
  std::optional<Instant> listed_date;  // its last change according to that listing
  Instant found_at;

  // A user says that the page has changed, at `listed_date`.
  bool is_ping() const { return !found_on && !listed_on && listed_date; }
  DiscoveryId id() const { return {.found_at = found_at, .key = key}; }
  bool operator==(const Discovery&) const = default;
};

}  // namespace freshet::store
