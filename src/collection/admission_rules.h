#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "collection/options.h"
#include "collection/scope.h"
#include "frontier/traps.h"
#include "result/result.h"
#include "store/store.h"
#include "url/url.h"

namespace freshet::collection {

// The rules that decide which URLs are admitted to a crawl. They are stored in the state, so that
// the next start can tell whether URLs that were refused may be admitted now.
struct AdmissionRules {
  std::vector<std::string> seeds;  // sorted
  ScopeOptions scope;
  frontier::TrapLimits traps;
  SitemapLimits sitemaps;
  std::optional<uint64_t> max_pages_per_site;

  static AdmissionRules of(const Options& options, const std::vector<url::Url>& seeds);

  // JSON as in docs/formats/state.md. Equal rules have equal texts.
  std::string encode() const;
  static Result<AdmissionRules> decode(std::string_view text);
};

inline constexpr char kAdmissionFact[] = "admission";

// Returns the rules of the last start; nothing if the collection is new or the rules cannot be read
// any more.
Result<std::optional<AdmissionRules>> stored_admission_rules(const store::Store& store);

// How a URL was found.
struct Find {
  uint16_t depth = 0;
  uint8_t redirects = 0;  // in a row that led to it; for a sitemap, indexes
  bool sitemap = false;   // it is a sitemap or feed
  // A sitemap may be outside the scope, if robots.txt of a site in the scope names it, or if it is
  // on the same host as the admitted sitemap that names it.
  bool may_lie_elsewhere = false;
};
Find find_of(const store::UnadmittedUrl& url);

std::string_view describe(store::UnadmittedReason reason);  // "it is outside the scope"

// Returns why the scope refuses a URL, if it does. An admitted sitemap may be outside the scope;
// the URLs that it lists are checked like links.
std::optional<store::UnadmittedReason> scope_refusal(const Scope& scope, const url::Url& url,
                                                     uint16_t depth, bool is_sitemap);

// Returns the trap that the URL seems to be. The patterns of recipes are narrow by themselves, so
// with recipes nothing is a trap. `scope`: nullptr if it is not known. `year_now` bounds the traps
// of calendars.
std::optional<frontier::Trap> trap_in(const Scope* scope, const frontier::TrapLimits& limits,
                                      const url::Url& url, int year_now);

// Returns why a URL is not admitted, if it is not; does not consider the page limit of its site.
struct AdmissionLimits {
  const frontier::TrapLimits& traps;
  const SitemapLimits& sitemaps;
};
std::optional<store::UnadmittedReason> refusal(const Scope& scope, const AdmissionLimits& limits,
                                               const url::Url& url, const Find& find, int year_now);

// Returns whether two URLs have the same host, by http or https.
bool is_same_host(const url::Url& a, const url::Url& b);

inline constexpr uint8_t kMaxRedirects = 10;

// Returns whether any page of the site, "https://example.com", can be in the scope.
bool reaches(const Scope& scope, std::string_view site);

}  // namespace freshet::collection
