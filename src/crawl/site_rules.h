#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "crawl/admission.h"
#include "crawl/dispatcher.h"
#include "crawl/options.h"
#include "crawl/robots_redirects.h"
#include "crawl/site_failures.h"
#include "crawl/visit_source.h"
#include "telemetry/log.h"

namespace freshet::crawl {

// The robots.txt rules of sites: processes robots.txt files, follows their redirects, and holds
// sites back whose rules cannot be fetched. For the engine's thread.
class SiteRules {
 public:
  SiteRules(const CrawlOptions& options, const Admission::Tables& tables, Admission& admission,
            SiteFailures& failures, VisitSource& source, telemetry::Log& log);

  // At a start: returns whether the site was held back when its robots.txt was last requested.
  static bool is_held_back(const store::SiteState& site);
  // Uses the rules that an earlier run fetched, while they are valid. After a restart they are not
  // fetched again; with a long Crawl-delay that would delay the pages of the site.
  void restore(SiteEntry& entry, Instant now);

  // Called when a robots.txt was answered, by the site itself or by the target of a redirect.
  void on_answer(PendingRequest request, const Completed& completed, Instant now);

  // Returns whether the page in the frontier represents the target of a redirected robots.txt.
  bool is_redirect(store::PageId page) const { return redirects_.has(page); }
  bool awaits_redirect(store::SiteId site) const { return redirects_.is_awaited_by(site); }
  // For the lease of such a page: returns it if the request is to be sent. Settles it if the answer
  // is known already or the request may not be sent.
  std::optional<frontier::Lease> allow_redirect(frontier::Lease lease, const url::Url& url,
                                                Instant now);
  // Called if such a page will not be requested. Returns false if it is not one.
  bool give_up_redirect(store::PageId page, std::string words, Instant now);
  // The time from which the crawl measures its patience: later than a delay that we impose before
  // following a redirect.
  Instant patience_from() const { return patience_from_; }

 private:
  struct Fetched {
    int status = 0;
    std::string_view body;
    Instant at;
  };
  struct Unavailable {
    int http_status = 0;
    std::string words;                  // why
    std::optional<Duration> asked_for;  // Retry-After
    bool is_own = false;                // the site itself failed, not the target of a redirect
  };
  // How long the rules of a site are valid.
  Duration lifetime(const store::SiteState& site) const;
  bool are_good(const store::SiteState& site, Instant now) const;
  std::optional<Duration> retry_after(const fetch::Outcome& outcome, Instant now) const;
  Duration backoff(int failures) const;
  void hold_back(SiteEntry& entry, const Unavailable& why, Instant now);
  void learn(SiteEntry& entry, const Fetched& fetched, Instant now);
  void follow(RobotsRedirects::Hop hop, const url::Url& to, Instant now);

  const CrawlOptions& options_;
  const Admission::Tables tables_;
  Admission& admission_;
  SiteFailures& failures_;
  VisitSource& source_;
  telemetry::Log& log_;
  RobotsRedirects redirects_;
  Instant patience_from_;
};

}  // namespace freshet::crawl
