// What is counted, and told to whoever watches.
#include "crawl/attended.h"
#include "crawl/keeper.h"

namespace freshet::crawl {
namespace {

constexpr Duration kBelieveEvery = Duration::milliseconds(500);

}  // namespace

void Keeper::count(std::string_view outcome) {
  auto found = progress_.outcomes.find(outcome);
  if (found == progress_.outcomes.end()) {
    found = progress_.outcomes.emplace(std::string(outcome), 0).first;
  }
  ++found->second;
}

// A page that will not be had.
void Keeper::count_error(std::string_view outcome) {
  ++progress_.errors;
  ++progress_.error_kinds[std::string(outcome)];
}

void Keeper::count_standing(const store::PageState& page, int by) {
  if (is_gone(page)) gone_ += by;
  if (page.left != Instant()) left_ += by;
}

void Keeper::publish_progress() {
  const frontier::Frontier::Counts counts = frontier_.counts();
  progress_.in_flight = outstanding_.size();
  progress_.active_sites = counts.ready + counts.resting + counts.busy;
  progress_.elapsed = clock_.now() - started_;
  last_published_ = loop_.monotonic_now();
  publish_belief();
  const std::lock_guard lock(progress_mutex_);
  published_ = progress_;
}

// Looks at thousands of pages: not every time.
void Keeper::publish_belief() {
  const bool is_over = !progress_.ended.empty();
  if (!refresher_ || (!is_over && last_published_ - last_belief_ < kBelieveEvery)) return;
  last_belief_ = last_published_;
  progress_.known = refresher_->pages();
  const refresh::Refresher::Belief belief = refresher_->believed(clock_.now());
  if (belief.weight > 0) progress_.believed_freshness = belief.current / belief.weight;
}

Progress Keeper::progress() const {
  const std::lock_guard lock(progress_mutex_);
  return published_;
}

}  // namespace freshet::crawl
