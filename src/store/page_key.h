#pragma once

#include <compare>
#include <cstdint>

namespace freshet::store {

// Identifies a site (scheme, host, port): site_id() computes it from the site's text.
struct SiteId {
  uint64_t value = 0;
  auto operator<=>(const SiteId&) const = default;
};

// Identifies a page by the fingerprint of its canonical URL.
struct PageId {
  uint64_t value = 0;
  auto operator<=>(const PageId&) const = default;
};

// The key of a page in the store. The pages of a site are neighbours.
struct PageKey {
  SiteId site;
  PageId page;
  auto operator<=>(const PageKey&) const = default;
};

}  // namespace freshet::store
