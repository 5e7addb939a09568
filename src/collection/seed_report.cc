#include "collection/seed_report.h"

#include "collection/keys.h"
#include "collection/robots_answer.h"
#include "collection/site_profile.h"
#include "url/canonical.h"
#include "url/url.h"

namespace freshet::collection {
namespace {

using store::VisitResult;
using Outcome = SeedReport::Outcome;

constexpr int kMostRedirects = 10;

SeedReport failed(std::string reason) {
  return {Outcome::kFailed, std::move(reason)};
}

std::string status_words(const store::PageState& page) {
  return "the server answers with status " + std::to_string(page.http_status);
}

// Reports a page that never had content.
SeedReport report_page(const store::PageState& page, const std::optional<store::SiteState>& site,
                       const Options& options) {
  const SiteProfile profile = site ? SiteProfile::decode(site->learned) : SiteProfile();
  const std::optional<SiteFailure>& failure = profile.failure;
  const std::optional<Wall>& wall = profile.wall;
  switch (page.result) {
    case VisitResult::kGone:
    case VisitResult::kRefused: return failed(status_words(page));
    case VisitResult::kServerError:
      return failed(page.http_status > 0 ? status_words(page) : "the server failed");
    case VisitResult::kBlocked:
      return failed("the site answers with a challenge or block page instead of the page");
    case VisitResult::kSoftGone:
      return failed("the answer is the one that the site gives for missing pages");
    case VisitResult::kUnreachable:
      return failed(failure ? failure->words : "the site cannot be reached");
    case VisitResult::kExcluded: {
      const auto url = url::parse(page.url);
      const auto robots = site && url ? robots_of(*site, *url, options) : std::nullopt;
      if (robots && !robots->allowed) return failed(robots_words(*robots));
      return failed(failure ? failure->words : "it may not be fetched");
    }
    default:
      if (failure) return failed(failure->words);
      if (wall) return failed("the site answers with " + wall->words() + " instead of its pages");
      return SeedReport();
  }
}

}  // namespace

SeedReport report_seed(const store::Store& store, const Options& options, std::string_view url) {
  std::string at(url);
  for (int redirects = 0; redirects <= kMostRedirects; ++redirects) {
    const store::PageKey key = page_key(at);
    const auto page = store.page(key);
    if (!page || !*page) {
      if (redirects == 0) return {};
      return failed("it redirects to " + at + ", which is outside the scope; name that as a seed");
    }
    if ((*page)->last_success) return {Outcome::kCollected, ""};
    if ((*page)->result != VisitResult::kRedirected) {
      const auto site = store.site(key.site);
      SeedReport report = report_page(**page, site ? *site : std::nullopt, options);
      if (redirects > 0 && report.outcome == Outcome::kFailed) {
        report.reason = "it redirects to " + at + ": " + report.reason;
      }
      return report;
    }
    if ((*page)->redirect_to.empty()) return failed("it redirects to no usable URL");
    at = (*page)->redirect_to;
  }
  return failed("it redirects too often, perhaps in a circle");
}

std::vector<FailedSeed> failed_seeds(const store::Store& store, const Options& options,
                                     const std::vector<std::string>& urls) {
  std::vector<FailedSeed> all;
  const url::Canonicalizer canonicalizer(options.canonical);
  for (const std::string& url : urls) {
    const auto parsed = url::parse(url);
    const auto canonical = parsed ? canonicalizer.canonical(*parsed) : std::nullopt;
    if (!canonical) continue;
    SeedReport report = report_seed(store, options, canonical->text());
    if (report.outcome == Outcome::kFailed) all.push_back({url, std::move(report.reason)});
  }
  return all;
}

}  // namespace freshet::collection
