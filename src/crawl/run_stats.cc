#include "crawl/run_stats.h"

#include "collection/page_status.h"

namespace freshet::crawl {

void RunStats::count_error(collection::Event event) {
  ++now.errors;
  ++now.error_kinds[event];
}

void RunStats::count_request(Instant at) {
  ++now.requests;
  meter.count(at);
}

void RunStats::count_collected(const VisitRecord& record, const Completed& completed) {
  count(record.outcome);
  if (record.is_error) count_error(record.outcome);
  if (record.is_new_duplicate) ++now.duplicates;
  if (!record.is_collected) return;
  ++now.pages;
  now.bytes += completed.reading->received;
}

void RunStats::count_status(const store::PageState& page, int by) {
  if (collection::is_gone(page)) gone += by;
  if (page.left) left += by;
}

void RunStats::publish() {
  const std::lock_guard lock(mutex_);
  published_ = now;
}

Progress RunStats::published() const {
  const std::lock_guard lock(mutex_);
  return published_;
}

}  // namespace freshet::crawl
