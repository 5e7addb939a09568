#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "collection/admission_rules.h"
#include "crawl/candidates.h"
#include "store/types.h"
#include "url/url.h"

namespace freshet::crawl {

// Where a URL was found.
struct Origin {
  uint16_t depth = 0;
  uint8_t redirects = 0;  // in a row that led to it; for a sitemap, indexes
  std::optional<store::PageKey> listing;
  std::optional<store::PageKey> found_on;
  std::string_view found_on_url;   // URL of found_on, if it is needed to admit sitemaps
  bool may_lie_elsewhere = false;  // of a sitemap: it need not be in the scope; decided where found
  std::optional<store::SiteId> named_by;  // site whose robots.txt names it
  bool records_refusals = true;
};

// The origin of the target of a page's redirect.
Origin origin_of_redirect(const store::PageState& page);
// The origin of the links of a page, or of the entries of a sitemap. Refers to the page's URL.
Origin origin_of_link(const store::PageState& page, bool is_sitemap, bool records_refusals);

// The record of a URL that is refused.
store::UnadmittedUrl unadmitted_url(const Candidate& candidate, const Origin& origin,
                                    store::UnadmittedReason reason, Instant now);

// The facts on which its admission depends.
collection::Find find_of(const url::Url& url, bool is_sitemap, const Origin& origin);

}  // namespace freshet::crawl
