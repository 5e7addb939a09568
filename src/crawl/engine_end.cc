// The course of a run, and its end.
#include <memory>
#include <utility>

#include "clock/civil.h"
#include "collection/seed_report.h"
#include "crawl/engine.h"

namespace freshet::crawl {

Status Engine::run(const MakeWorkers& make_workers) {
  started_ = last_request_ = clock_.now();
  parts_.control.crawl_began(started_);
  progress_.crawl_began(started_);
  parts_.dispatcher.start(make_workers([this](std::vector<Completed> completed) {
    auto shared = std::make_shared<std::vector<Completed>>(std::move(completed));
    loop_.post([this, shared] {
      tables_.journal.expect(*shared);
      for (Completed& one : *shared) on_completed(one);
    });
  }));
  loop_.post([this] { pump(); });
  loop_.run();
  put_back(parts_.dispatcher.stop());
  keep_delays_after_crash();
  tables_.journal.batch().facts.emplace_back(kEndedFact, "1");
  Status status = Done{};
  if (!tables_.journal.commit()) {
    const bool is_fenced = tables_.journal.is_fenced();
    status = Unexpected(Error{is_fenced ? kFenced : "the last visits could not be committed",
                              is_fenced ? ErrorKind::kFenced : ErrorKind::kOther});
  }
  if (const Status closed = tables_.journal.close(); !closed && status) status = closed;
  tables_.stats.now.warc_files = tables_.journal.archive_files();
  sum_up_seeds();
  progress_.publish();
  return status;
}

void Engine::stop() {
  loop_.post([this] {
    wind_down(kStopped);
    pump();
  });
}

bool Engine::may_send() const {
  const RunStats& stats = tables_.stats;
  const auto& most = options_.limits.max_pages;
  return !is_stopping_ && !(options_.agent && !options_.agent->may_send()) &&
         !parts_.control.is_paused() && !tables_.journal.is_stalled() &&
         !parts_.dispatcher.is_full() &&
         (!most || stats.now.pages + stats.sitemaps_visited + stats.pages_pending < *most);
}

bool Engine::is_limit_reached(Instant now) {
  const Limits& limits = options_.limits;
  const RunStats& stats = tables_.stats;
  const auto reached = [&](bool yes, std::string_view what) {
    if (yes && ended_.empty()) ended_ = "the limit of " + std::string(what) + " is reached";
    return yes;
  };
  const uint64_t pages = stats.now.pages + stats.sitemaps_visited;
  return reached(limits.max_pages && pages >= *limits.max_pages, "pages") ||
         reached(limits.max_bytes && stats.now.bytes >= *limits.max_bytes, "bytes") ||
         reached(limits.max_time && now - started_ >= *limits.max_time, "time");
}

// A crawl that visits every page once ends when nothing is left, or when the rest would take too
// long. `wake` is when there may be something to request.
bool Engine::is_over(Instant wake, Instant now) {
  if (parts_.source->is_endless() || parts_.dispatcher.pending() > 0) return false;
  if (wake == Instant::never()) {
    ended_ = kAllCollected;
    return true;
  }
  // Measured from the last page and not from now: robots.txt may fail often and quickly for ever.
  const Instant since = std::max(last_request_, parts_.rules.patience_from());
  if (wake <= now || wake - since <= options_.retry.patience) return false;
  ended_ = "the remaining pages wait for hosts in back-off or without an answer until " +
           format_iso8601(wake);
  return true;
}

// Sends no new requests and waits for those in flight, at most for the grace period.
void Engine::wind_down(std::string why) {
  if (is_stopping_) return;
  is_stopping_ = true;
  parts_.control.set_stopping();
  ended_ = std::move(why);
  timers_.stop.start(options_.grace, [this] { end(); });
}

void Engine::end() {
  tables_.stats.now.ended = ended_;
  over_ = true;
  loop_.stop();
}

// The requests that are cancelled were sent, but say nothing about the host's health.
void Engine::put_back(std::vector<PendingRequest> rest) {
  for (PendingRequest& left : rest) {
    if (!left.lease) continue;
    tables_.sites.touch(tables_.sites.at(left.site));
    parts_.source->settle(std::move(*left.lease),
                          {.page = frontier::Settlement::Page::kRequeue, .host_rests = Duration()},
                          clock_.now());
  }
}

// Stores the delays that the start imposed before the run counts as ended, because the next start
// will not impose them again.
void Engine::keep_delays_after_crash() {
  if (!was_broken_off_) return;
  const Instant now = clock_.now();
  tables_.sites.for_each([&](SiteEntry& entry) {
    if (entry.state.next_allowed > now) tables_.sites.touch(entry);
  });
}

// Called after the last commit, because it reads the results of the seeds from the store.
void Engine::sum_up_seeds() {
  Progress& now = tables_.stats.now;
  const std::vector<std::string>& seeds = parts_.failures.seeds().urls();
  now.seeds_failed = collection::failed_seeds(tables_.store, options_.collection, seeds);
  const bool is_every_seed = !seeds.empty() && now.seeds_failed.size() == seeds.size();
  now.no_seed_fetched = is_every_seed && now.pages == 0 && now.ended != kStopped;
  if (now.ended != kAllCollected || now.seeds_failed.empty()) return;
  now.ended = now.no_seed_fetched ? "no seed could be fetched"
                                  : "everything in scope that could be fetched is collected";
}

}  // namespace freshet::crawl
