#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include "clock/clock.h"
#include "collection/answer.h"
#include "collection/command.h"
#include "collection/run_control.h"
#include "crawl/crawl_parts.h"
#include "crawl/crawl_tables.h"
#include "crawl/endings.h"
#include "crawl/options.h"
#include "crawl/progress.h"
#include "crawl/progress_publisher.h"
#include "crawl/worker.h"
#include "eventloop/task_loop.h"
#include "store/store.h"
#include "telemetry/log.h"
#include "warc/archive.h"

namespace freshet::crawl {

// "1" if the last run ended regularly; "0" while one runs, and after a crash.
inline constexpr char kEndedFact[] = "ended";

// Runs a crawl: sends the requests that may be sent now, passes each result to the part that
// processes it, and commits a few times a second. Only the thread that calls run() accesses
// frontier, store and archive; workers fetch and read. All results of a visit go into one batch, so
// that a crash loses only the visits since the last commit.
class Engine {
 public:
  // Its environment. All of it outlives the engine.
  struct World {
    store::Store& store;
    warc::Archive& archive;
    const Clock& clock;
    eventloop::TaskLoop& loop;
    telemetry::Log& log;
  };
  Engine(const CrawlOptions& options, collection::Scope scope, const World& world);
  ~Engine();

  // Loads the state that earlier runs left, queues the seeds, and stores the run control.
  Status prepare(const std::vector<url::Url>& seeds, collection::RunControl run_control = {});
  // Runs until everything is done, a limit is reached, or stop() is called. Returns an error of the
  // kind kFenced if another agent has taken over a shard: what was not committed is lost.
  Status run(const MakeWorkers& make_workers);

  // Calls `watch` with each committed batch, on the thread of run(). Set it before run().
  void watch_commits(std::function<void(const store::Batch&)> watch) {
    tables_.journal.watch_commits(std::move(watch));
  }

  // Runs `call` on the engine's thread, with what connects an agent to the others of its cluster.
  // May be called from any thread, before run() too; does nothing after the end.
  void post(std::function<void(AgentPort&)> call);

  // May be called from any thread. Requests in flight are finished, or put back after the grace
  // period.
  void stop();
  Progress progress() const { return tables_.stats.published(); }
  // Waits for the answer for at most half a minute. Returns an error if the run has ended. Must not
  // be called on the thread of run().
  Result<collection::Answer> perform(const collection::Command& command);
  // Does the same on the thread of run().
  Result<collection::Answer> answer(const collection::Command& command);

 private:
  struct Timers {
    eventloop::Timer pump;
    eventloop::Timer commit;
    eventloop::Timer stop;
  };

  // Defined in engine_start.cc.
  Status load_sites(Instant now);
  void load_site(const store::SiteState& site, Instant now);
  Status load_known_pages(Instant now);

  // Defined in engine.cc.
  void pump_soon();
  void pump();
  void send(frontier::Lease lease, Instant now);
  std::optional<frontier::Lease> allow(frontier::Lease lease, const url::Url& url, Instant now);
  void assign(Assignment::Kind kind, store::SiteId site, url::Url url,
              std::optional<frontier::Lease> lease);
  void resolve_new_sites();
  void on_completed(Completed& completed);
  void plan_next_pump(Instant now);
  void commit_later(Duration delay);
  void complete_batch(store::Batch& batch);

  // Defined in engine_end.cc.
  bool may_send() const;
  bool is_limit_reached(Instant now);
  bool is_over(Instant wake, Instant now);
  void wind_down(std::string why);
  void end();
  void put_back(std::vector<PendingRequest> rest);
  void keep_delays_after_crash();
  void sum_up_seeds();

  const CrawlOptions& options_;
  const Clock& clock_;
  eventloop::TaskLoop& loop_;
  telemetry::Log& log_;
  CrawlTables tables_;
  CrawlParts parts_;
  ProgressPublisher progress_;
  Timers timers_;
  Instant started_;
  Instant last_request_;         // when a page was last requested or answered
  bool was_broken_off_ = false;  // the last run crashed or was killed
  bool is_pump_posted_ = false;
  bool is_stopping_ = false;
  std::string ended_;               // the reason, for a person
  std::atomic<bool> over_ = false;  // no command is answered any more
};

}  // namespace freshet::crawl
