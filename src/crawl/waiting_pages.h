#pragma once

#include <functional>
#include <vector>

#include "crawl/admission.h"
#include "crawl/journal.h"
#include "crawl/retries.h"
#include "crawl/site_table.h"
#include "crawl/sites_in_scope.h"
#include "frontier/frontier.h"
#include "store/store.h"
#include "telemetry/log.h"

namespace freshet::crawl {

// Loads pages that wait in the store into the frontier, for sites whose queue in memory runs empty.
// For the engine's thread.
class WaitingPages {
 public:
  struct Tables {
    const store::Store& store;
    frontier::Frontier& frontier;
    SiteTable& sites;
    Journal& journal;
  };
  WaitingPages(const Tables& tables, const Admission& admission, SitesInScope& in_scope,
               const Retries& retries, telemetry::Log& log);

  // Pages that were admitted before this time may be outside the current scope.
  void set_start(Instant start) { start_ = start; }
  // Loads one slice for each site that needs pages.
  void load(Instant now);
  // Returns when load() has more to do; Instant::never() if only the frontier can request more.
  Instant wake_at(Instant now) const;

 private:
  // Returns an error if the state cannot be read.
  Status refill(store::SiteId site);

  const Tables tables_;
  const Admission& admission_;
  SitesInScope& in_scope_;
  const Retries& retries_;
  telemetry::Log& log_;
  Instant start_;
  std::vector<store::SiteId> sites_to_refill_;
  Instant retry_at_;  // after an error, nothing is loaded before this
};

}  // namespace freshet::crawl
