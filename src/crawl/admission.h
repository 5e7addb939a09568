#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "crawl/options.h"
#include "crawl/scope.h"
#include "frontier/traps.h"
#include "result/result.h"
#include "store/store.h"
#include "url/url.h"

namespace freshet::crawl {

// Everything that decides which URLs are admitted to a crawl. It is kept in the state, so that the
// next start sees whether URLs that were refused may be admitted now.
struct AdmissionRules {
  std::vector<std::string> seeds;  // sorted
  ScopeOptions scope;
  frontier::TrapLimits traps;
  SitemapLimits sitemaps;
  std::optional<uint64_t> max_pages_per_site;

  static AdmissionRules of(const CrawlOptions& options, const std::vector<url::Url>& seeds);

  // JSON, as docs/formats/state.md describes it. Equal rules are equal texts.
  std::string encode() const;
  static Result<AdmissionRules> decode(std::string_view text);
};

inline constexpr char kAdmissionFact[] = "admission";

// The rules of the last start; none for a new collection, and if they cannot be read any more.
Result<std::optional<AdmissionRules>> kept_admission_rules(const store::Store& store);

// How a URL was found.
struct Find {
  uint16_t depth = 0;
  uint8_t redirects = 0;  // that led to it, one after another; of a sitemap, indexes
  bool sitemap = false;   // it is a sitemap or feed
  // Of a sitemap: it may be outside the scope, because robots.txt of a site in the scope names it,
  // or because it lies beside the sitemap that names it, which is admitted.
  bool may_lie_elsewhere = false;
};
Find find_of(const store::UnadmittedUrl& url);

std::string_view describe(store::UnadmittedReason reason);  // "it is outside the scope"

// Why the scope refuses a URL, if it does. Of a sitemap that is admitted: what it lists is held
// against the scope like any link, but it may lie elsewhere itself.
std::optional<store::UnadmittedReason> scope_refusal(const Scope& scope, const url::Url& url,
                                                     uint16_t depth, bool is_sitemap);

// Why a URL is not admitted, if it is not; the budget of its site is not considered. `year_now`
// bounds calendars.
struct AdmissionLimits {
  const frontier::TrapLimits& traps;
  const SitemapLimits& sitemaps;
};
std::optional<store::UnadmittedReason> refusal(const Scope& scope, const AdmissionLimits& limits,
                                               const url::Url& url, const Find& find, int year_now);

// Whether two URLs are of one host, be it by http or https.
bool is_same_host(const url::Url& a, const url::Url& b);

inline constexpr uint8_t kMaxRedirects = 10;

// Whether any page of the site, "https://example.com", can be in the scope.
bool reaches(const Scope& scope, std::string_view site);

}  // namespace freshet::crawl
