#pragma once

#include <string>
#include <vector>

#include "crawl/dispatcher.h"
#include "crawl/options.h"
#include "crawl/run_stats.h"
#include "crawl/seed_watch.h"
#include "crawl/site_table.h"
#include "frontier/queued.h"
#include "telemetry/log.h"

namespace freshet::crawl {

// Records the last failure of each site until the site answers, counts failures, and warns of seeds
// that fail, once for each cause. For the engine's thread.
class SiteFailures {
 public:
  SiteFailures(const CrawlOptions& options, SiteTable& sites, RunStats& stats, telemetry::Log& log)
      : options_(options), sites_(sites), stats_(stats), log_(log) {}

  SeedWatch& seeds() { return seeds_; }
  const SeedWatch& seeds() const { return seeds_; }

  // Called for every request that was answered or failed.
  void completed(const PendingRequest& request, const Completed& completed);
  // Called if the rules of a site cannot be fetched because of another site.
  void lacks_rules(SiteEntry& entry, const std::string& words, Instant now);
  // Called if robots.txt disallows the page.
  void disallowed(const frontier::Queued& page);

 private:
  void warn(const std::vector<std::string>& seeds, const std::string& reason);

  const CrawlOptions& options_;
  SiteTable& sites_;
  RunStats& stats_;
  telemetry::Log& log_;
  SeedWatch seeds_;
};

}  // namespace freshet::crawl
