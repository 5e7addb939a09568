#pragma once

#include <mutex>

#include "collection/events.h"
#include "crawl/evaluate_visit.h"
#include "crawl/progress.h"
#include "crawl/request_meter.h"
#include "store/types.h"

namespace freshet::crawl {

// The counters of a run. The engine's thread counts, and publishes what other threads may read.
class RunStats {
 public:
  Progress now;
  RequestMeter meter;
  uint64_t gone = 0;              // pages of the collection that were gone at their last visit
  uint64_t left = 0;              // pages that have left the collection
  uint64_t pages_pending = 0;     // unanswered requests for pages and sitemaps
  uint64_t sitemaps_visited = 0;  // in this run

  void count(collection::Event event) { ++now.outcomes[event]; }
  // Counts a failed attempt.
  void count_error(collection::Event event);
  void count_request(Instant at);
  // Counts the result of a visit.
  void count_collected(const VisitRecord& record, const Completed& completed);
  // Adds the page to `gone` and `left` (`by` = 1), or removes it (`by` = -1).
  void count_status(const store::PageState& page, int by);

  void publish();
  // May be called from any thread.
  Progress published() const;

 private:
  mutable std::mutex mutex_;
  Progress published_;  // guarded by mutex_
};

}  // namespace freshet::crawl
