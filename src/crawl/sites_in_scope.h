#pragma once

#include <cstdint>
#include <vector>

#include "crawl/known_pages.h"
#include "crawl/run_stats.h"
#include "crawl/site_table.h"
#include "frontier/frontier.h"
#include "telemetry/log.h"

namespace freshet::crawl {

// Moves sites into and out of the scope, and counts pages that wait in the store but are not
// visited because the scope has become narrower. For the engine's thread.
class SitesInScope {
 public:
  SitesInScope(frontier::Frontier& frontier, SiteTable& sites, KnownPages& known, RunStats& stats,
               telemetry::Log& log)
      : frontier_(frontier), sites_(sites), known_(known), stats_(stats), log_(log) {}

  // Called at a start: counts the waiting pages of a site.
  void count_waiting(SiteEntry& entry);

  // The site leaves the scope: its pages stay in the store and are not visited. Returns the pages
  // that were queued in memory.
  std::vector<frontier::Queued> leave(SiteEntry& entry);
  // Does the same for a site that is an alias from now on.
  std::vector<frontier::Queued> close(SiteEntry& entry);
  // The site is not an alias any more. It joins the scope again if the scope reaches it.
  void end_alias(SiteEntry& entry, bool is_reached, Instant now);
  // The site joins the scope. Does nothing for an alias, and for a site that never had pages: it
  // joins with its first page.
  void join(SiteEntry& entry, Instant now);
  // Loads the site's waiting pages again from the start, because more of them may be in the scope
  // now.
  void reload_waiting(SiteEntry& entry);
  // Counts pages of the site that wait in the store and are outside the scope.
  void count_outside(SiteEntry& entry, uint64_t pages);
  // Restricts revisits to pages of sites in the scope.
  void limit_known_pages(Instant now);

 private:
  void count_all_inside(SiteEntry& entry);
  uint64_t& count_of(const SiteEntry& entry);

  frontier::Frontier& frontier_;
  SiteTable& sites_;
  KnownPages& known_;
  RunStats& stats_;
  telemetry::Log& log_;
};

}  // namespace freshet::crawl
