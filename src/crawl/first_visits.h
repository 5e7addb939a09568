#pragma once

#include "crawl/admission.h"
#include "crawl/alias_detector.h"
#include "crawl/dispatcher.h"
#include "crawl/items.h"
#include "crawl/judge.h"
#include "crawl/link_follower.h"
#include "crawl/options.h"
#include "crawl/retries.h"
#include "crawl/soft_404_detector.h"
#include "crawl/walls.h"
#include "frontier/queued.h"
#include "frontier/settlement.h"

namespace freshet::crawl {

// Processes first visits to pages, from the answer to the batch. For the engine's thread.
class FirstVisits {
 public:
  struct Detectors {
    Walls& walls;
    Soft404Detector& soft_404;
    AliasDetector& aliases;
    Items& items;
  };
  FirstVisits(const CrawlOptions& options, const Admission::Tables& tables,
              const Detectors& detectors, LinkFollower& links);

  // Returns how the lease is to be settled.
  frontier::Settlement complete(const frontier::Queued& queued, const Completed& completed,
                                Instant now);
  // Called if the page will not be visited: robots.txt forbids it, or its host cannot be reached.
  void skip(const frontier::Queued& queued, store::VisitResult result, Instant now);

  Retries& retries() { return retries_; }
  const Retries& retries() const { return retries_; }

 private:
  void retry(const frontier::Queued& queued, const Judgement& judgement,
             const Completed& completed);
  void record(const frontier::Queued& queued, VisitRecord record, const Completed& completed,
              Instant now);
  // Begins the history of a page. If the page has content, it is part of the collection from now
  // on.
  void begin_history(store::PageState& page, const Completed& completed, Instant now);
  void leave_queue(const frontier::Queued& queued, store::PageState page);

  const CrawlOptions& options_;
  const Admission::Tables tables_;
  const Detectors detectors_;
  LinkFollower& links_;
  Retries retries_;
};

}  // namespace freshet::crawl
