#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "clock/instant.h"
#include "store/page_key.h"

namespace freshet::store {

// Why a URL that was found is not a page of the crawl. Stored: numbers keep their meaning.
enum class UnadmittedReason : uint8_t {
  kScope = 1,         // it is outside the scope
  kPattern = 2,       // an include or exclude pattern excludes it
  kDepth = 3,         // it is too many links away from the seeds
  kTrap = 4,          // it looks like one of an endless series of URLs
  kSiteBudget = 5,    // its site has reached its maximum number of pages
  kNofollow = 6,      // its link, or the page with the link, asks not to follow it
  kSimilarPages = 7,  // it was found on one of too many similar pages
  kRedirects = 8,     // too many redirects in a row led to it
  kBadPort = 9,       // its port is not one of a web server
  kAlias = 10,        // its site is an alias; it stands for a URL of the other site
  kSameItem = 11,     // by its key in a recipe, it is the item of another page
};

// Whether a number that was read is a known value. A new value without a case here does not
// compile.
constexpr bool is_known(UnadmittedReason value) {
  switch (value) {
    case UnadmittedReason::kScope:
    case UnadmittedReason::kPattern:
    case UnadmittedReason::kDepth:
    case UnadmittedReason::kTrap:
    case UnadmittedReason::kSiteBudget:
    case UnadmittedReason::kNofollow:
    case UnadmittedReason::kSimilarPages:
    case UnadmittedReason::kRedirects:
    case UnadmittedReason::kBadPort:
    case UnadmittedReason::kAlias:
    case UnadmittedReason::kSameItem: return true;
  }
  return false;
}

// Whether the reason lies in the link, not in the rules of the crawl. Then other rules do not help,
// but another link may.
constexpr bool is_of_link(UnadmittedReason reason) {
  return reason >= UnadmittedReason::kNofollow && reason != UnadmittedReason::kAlias;
}

// A URL that was found and not admitted. It is stored, because the rules may be changed later.
struct UnadmittedUrl {
  PageKey key;
  std::string url;  // canonical
  UnadmittedReason reason = UnadmittedReason::kScope;
  uint16_t depth = 0;
  uint8_t redirects = 0;  // how many in a row led to it
  bool sitemap = false;   // it is a sitemap or feed, not a page
  std::optional<PageKey>
      found_on;  // the page with the link; nullopt: a person or robots.txt named it
  Instant found_at;

  bool operator==(const UnadmittedUrl&) const = default;
};

// Orders several finds of one URL: the find with the lowest number is stored. A find that only the
// rules refused comes before others, then the one that is nearer to the seeds.
constexpr uint32_t preference(UnadmittedReason reason, uint16_t depth) {
  return (is_of_link(reason) ? uint32_t{1} << 16 : 0) | depth;
}
constexpr uint32_t preference(const UnadmittedUrl& url) {
  return preference(url.reason, url.depth);
}

}  // namespace freshet::store
