#include "crawl/origin.h"

#include <algorithm>

namespace freshet::crawl {
namespace {

uint8_t one_more(uint8_t redirects) {
  return static_cast<uint8_t>(std::min(redirects + 1, 255));
}

bool may_lie_elsewhere(const url::Url& sitemap, const Origin& origin) {
  if (!origin.found_on) return true;  // named by the user or by robots.txt
  const auto on = origin.found_on_url.empty() ? url::parse("") : url::parse(origin.found_on_url);
  return on && collection::is_same_host(sitemap, *on);
}

}  // namespace

Origin origin_of_redirect(const store::PageState& page) {
  return {.depth = page.depth, .redirects = one_more(page.redirects), .found_on = page.key};
}

Origin origin_of_link(const store::PageState& page, bool is_sitemap, bool records_refusals) {
  Origin origin{.depth = static_cast<uint16_t>(std::min(page.depth + 1, 65'535)),
                .found_on = page.key,
                .found_on_url = page.url,
                .records_refusals = records_refusals};
  if (!page.sitemap) return origin;
  origin.listing = page.key;
  if (is_sitemap) origin.redirects = one_more(page.redirects);
  return origin;
}

store::UnadmittedUrl unadmitted_url(const Candidate& candidate, const Origin& origin,
                                    store::UnadmittedReason reason, Instant now) {
  return {.key = candidate.key,
          .url = std::string(candidate.url),
          .reason = reason,
          .depth = origin.depth,
          .redirects = origin.redirects,
          .sitemap = candidate.sitemap,
          .found_on = origin.found_on,
          .found_at = now};
}

collection::Find find_of(const url::Url& url, bool is_sitemap, const Origin& origin) {
  return {.depth = origin.depth,
          .redirects = origin.redirects,
          .sitemap = is_sitemap,
          .may_lie_elsewhere =
              is_sitemap && (origin.may_lie_elsewhere || may_lie_elsewhere(url, origin))};
}

}  // namespace freshet::crawl
