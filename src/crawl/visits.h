#pragma once

#include "crawl/alias_detector.h"
#include "crawl/first_visits.h"
#include "crawl/items.h"
#include "crawl/link_follower.h"
#include "crawl/repeat_visits.h"
#include "crawl/soft_404_detector.h"
#include "crawl/visit_source.h"
#include "crawl/walls.h"

namespace freshet::crawl {

// Processes visits of every kind. For the engine's thread.
class Visits {
 public:
  Visits(const CrawlOptions& options, const Admission::Tables& tables, Admission& admission,
         SeedWatch& seeds, VisitSource& source, telemetry::Log& log);

  // Adds to a request for a page what its kind of visit requires.
  void prepare(Assignment& assignment, const frontier::Queued& queued) const;
  // Called when a request for a page was answered or failed: settles its lease.
  void complete(frontier::Lease lease, Completed& completed, Instant now);

  FirstVisits& first() { return first_; }
  RepeatVisits& repeated() { return repeated_; }
  Soft404Detector& soft_404() { return soft_404_; }
  AliasDetector& aliases() { return aliases_; }

 private:
  frontier::Settlement settlement_of(const frontier::Queued& queued, Completed& completed,
                                     Instant now);

  const CrawlOptions& options_;
  const Admission::Tables tables_;
  VisitSource& source_;
  LinkFollower links_;
  Soft404Detector soft_404_;
  Walls walls_;
  AliasDetector aliases_;
  Items items_;
  FirstVisits first_;
  RepeatVisits repeated_;
};

}  // namespace freshet::crawl
