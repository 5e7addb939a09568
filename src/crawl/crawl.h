#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "clock/clock.h"
#include "collection/answer.h"
#include "collection/run_control.h"
#include "crawl/options.h"
#include "crawl/progress.h"
#include "result/result.h"
#include "store/store.h"
#include "telemetry/log.h"
#include "url/url.h"

namespace freshet::crawl {

class AgentPort;

// One crawl of a data folder (state/ and warc/). Seeds, scope, budget and pause are stored in the
// folder: a run continues with the stored seeds in addition to those that it is given, which may be
// none. open() checks everything that can be checked before the first request. run() continues
// where an earlier run of the folder stopped. open() first corrects times that were written while
// the clock was ahead.
class Crawl {
 public:
  // Returns an error for mistakes of the user: a bad seed or pattern, or a folder that cannot be
  // used or is in use.
  static Result<std::unique_ptr<Crawl>> open(CrawlOptions options, const Clock& clock,
                                             telemetry::Log& log);
  // Opens the crawl of one agent of a cluster, on the shards of options.agent. `store` is shared
  // with the other agents, and its clock is `clock`; both outlive the crawl. Seeds, scope and pause
  // are those of `run_control`.
  static Result<std::unique_ptr<Crawl>> open_agent(CrawlOptions options,
                                                   collection::RunControl run_control,
                                                   store::Store& store, const Clock& clock,
                                                   telemetry::Log& log);
  ~Crawl();

  // See Engine::post().
  void post(std::function<void(AgentPort&)> call);

  // Access to the collection during the crawl: the store, and a function that is called with each
  // committed batch, on the thread of run(). Set the function before run().
  store::Store& store();
  void watch_commits(std::function<void(const store::Batch&)> watch);

  // Runs until everything is done, a limit is reached, or stop() is called.
  Status run();
  // May be called from any thread, and shortly after a signal, since it only posts to the loop.
  void stop();
  Progress progress() const;
  // Returns by how much the clock of the machine was set since open(). The crawl does not follow:
  // it uses the time that has elapsed. The next open() uses the new time. May be called from any
  // thread.
  Duration clock_set_by() const;
  // May be called from any thread but that of run(). Waits for the answer for at most half a
  // minute. Returns an error if the run has ended or the command cannot be executed.
  Result<collection::Answer> perform(const collection::Command& command);

 private:
  struct Impl;
  explicit Crawl(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace freshet::crawl
