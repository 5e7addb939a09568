#pragma once

#include "collection/obstacle.h"
#include "collection/page_report.h"
#include "crawl/dispatcher.h"
#include "crawl/site_rules.h"
#include "crawl/site_table.h"
#include "crawl/visit_source.h"
#include "frontier/frontier.h"

namespace freshet::crawl {

// Finds the reason why pages and sites are not being visited now. Reads the tables of a crawl and
// changes nothing. For the engine's thread.
class Obstacles {
 public:
  struct Tables {
    const frontier::Frontier& frontier;
    const SiteTable& sites;
    const SiteRules& rules;
    const VisitSource& source;
    const Dispatcher& dispatcher;
  };
  explicit Obstacles(const Tables& tables) : tables_(tables) {}

  // Returns the strongest obstacle of a page that is waiting or known.
  collection::Obstacle of(const collection::PageReport& report, Instant now) const;
  collection::Obstacle of(const SiteEntry& entry, Instant now) const;

 private:
  const Tables tables_;
};

}  // namespace freshet::crawl
