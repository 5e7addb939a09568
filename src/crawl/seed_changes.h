#pragma once

#include <vector>

#include "collection/run_control.h"
#include "crawl/admission.h"
#include "crawl/seed_watch.h"
#include "crawl/sites_in_scope.h"
#include "crawl/skipped_pages.h"
#include "url/url.h"

namespace freshet::crawl {

// Applies seeds, at the start and during a crawl, and the scope that follows from them. For the
// engine's thread.
class SeedChanges {
 public:
  struct Parts {
    Admission& admission;
    SitesInScope& in_scope;
    SkippedPages& skipped;
    SeedWatch& watch;
  };
  SeedChanges(const CrawlOptions& options, SiteTable& sites, const frontier::Frontier& frontier,
              const Parts& parts)
      : options_(options), sites_(sites), frontier_(frontier), parts_(parts) {}

  // Queues the seeds. Returns an error if one is outside the scope.
  Status start(const std::vector<url::Url>& seeds, Instant now);
  // Replaces the seeds and the scope that they define. Changes nothing if it returns an error.
  Status change(const collection::RunControl& run_control, Instant now);

 private:
  const CrawlOptions& options_;
  SiteTable& sites_;
  const frontier::Frontier& frontier_;
  const Parts parts_;
};

}  // namespace freshet::crawl
