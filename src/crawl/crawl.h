#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "clock/clock.h"
#include "crawl/control.h"
#include "crawl/options.h"
#include "crawl/progress.h"
#include "result/result.h"
#include "store/store.h"
#include "telemetry/log.h"
#include "url/url.h"

namespace freshet::crawl {

// "example.com" stands for https://example.com/. An error names the seed.
Result<std::vector<url::Url>> parse_seeds(const std::vector<std::string>& texts);

// One crawl over a data folder: state/ and warc/. Seeds, scope, budget and pause are kept there: a
// run takes up the seeds of before beside those that it is given, and may be given none. Opening
// checks everything that can be checked before anything is asked for; running goes on where an
// earlier run of the folder stopped. Times that a clock has written which was ahead are mended
// first.
class Crawl {
 public:
  // An error is the user's: a bad seed or pattern, a folder that cannot be used, or is in use.
  static Result<std::unique_ptr<Crawl>> open(CrawlOptions options, const Clock& clock,
                                             telemetry::Log& log);
  ~Crawl();

  // For whoever wants to use what is collected while it is: the store, and every batch when it is
  // there (on the thread of run(); name the watcher before).
  store::Store& store();
  void watch_commits(std::function<void(const store::Batch&)> watch);

  // Until all is done, a limit is reached, or stop().
  Status run();
  // From any thread (and, since it only posts, soon after a signal).
  void stop();
  Progress progress() const;
  // By how much the clock was set since opening. The crawl does not follow: it goes by the time
  // that has passed. Who opens it again takes the new time over. From any thread.
  Duration clock_set_by() const;
  // From any thread but that of run(). Waits for the answer, half a minute at most; an error if the
  // run has ended, or what the command asks for cannot be.
  Result<Answer> perform(const Command& command);

 private:
  struct Impl;
  explicit Crawl(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace freshet::crawl
