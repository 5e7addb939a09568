#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "crawl/admission.h"
#include "crawl/candidates.h"
#include "store/types.h"
#include "url/url.h"

namespace freshet::crawl {

// Where a URL was found.
struct Origin {
  uint16_t depth = 0;
  uint8_t redirects = 0;  // that led to it, one after another; of a sitemap, indexes
  std::optional<store::PageKey> listing;
  std::optional<store::PageKey> found_on;
  std::string_view found_on_url;          // of found_on, where sitemaps may be found
  std::optional<store::SiteId> named_by;  // whose robots.txt names it
  bool records_refusals = true;
};

// Of what a page redirects to.
Origin origin_of_redirect(const store::PageState& page);
// Of what a page links to or, being a sitemap, lists. Points to the page.
Origin origin_of_link(const store::PageState& page, bool is_sitemap, bool records_refusals);

// What is recorded of a URL that is refused.
store::UnadmittedUrl unadmitted_url(const Candidate& candidate, const Origin& origin,
                                    store::UnadmittedReason reason, Instant now);

// What its admission depends on.
Find find_of(const url::Url& url, bool is_sitemap, const Origin& origin);

}  // namespace freshet::crawl
