#include "crawl/progress_publisher.h"

namespace freshet::crawl {
namespace {

constexpr Duration kPublishEvery = Duration::milliseconds(20);
// The estimate reads thousands of pages.
constexpr Duration kEstimateEvery = Duration::milliseconds(500);

}  // namespace

bool ProgressPublisher::is_due() const {
  return loop_.monotonic_now() - last_published_ >= kPublishEvery;
}

void ProgressPublisher::publish() {
  const frontier::Frontier::Counts counts = tables_.frontier.counts();
  Progress& now = tables_.stats.now;
  now.out_of_room = tables_.journal.is_stalled();
  now.commit_time = tables_.journal.commit_time();
  now.in_flight = dispatcher_.pending();
  now.active_sites = counts.ready + counts.resting + counts.busy;
  now.elapsed = clock_.now() - started_;
  last_published_ = loop_.monotonic_now();
  estimate_freshness();
  tables_.stats.publish();
}

void ProgressPublisher::estimate_freshness() {
  Progress& now = tables_.stats.now;
  const bool is_over = !now.ended.empty();
  if (!tables_.known.has_begun()) return;
  if (!is_over && last_published_ - last_estimate_ < kEstimateEvery) return;
  last_estimate_ = last_published_;
  now.known = tables_.known.refresher().pages();
  const refresh::Belief belief = tables_.known.refresher().believed(clock_.now());
  if (belief.weight > 0) now.believed_freshness = belief.current / belief.weight;
}

}  // namespace freshet::crawl
