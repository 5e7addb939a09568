#pragma once

#include <vector>

#include "crawl/admission.h"
#include "crawl/dispatcher.h"
#include "crawl/seed_watch.h"
#include "crawl/site_rules.h"
#include "crawl/skipped_pages.h"
#include "telemetry/log.h"

namespace freshet::crawl {

// Processes the results of name resolution: stores the address of a site, or skips the pages of a
// site that has none. For the engine's thread.
class Addresses {
 public:
  struct Parts {
    SiteRules& rules;
    SkippedPages& skipped;
    SeedWatch& seeds;
    bool is_endless = false;  // the crawl never gives up seeds
  };
  Addresses(const CrawlOptions& options, const Admission::Tables& tables, const Parts& parts,
            telemetry::Log& log)
      : options_(options), tables_(tables), parts_(parts), log_(log) {}

  void on_resolved(store::SiteId site, const Completed& completed, Instant now);

 private:
  void give_up_unresolved_seeds(Instant now);

  const CrawlOptions& options_;
  const Admission::Tables tables_;
  const Parts parts_;
  telemetry::Log& log_;
};

}  // namespace freshet::crawl
