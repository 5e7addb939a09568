#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "clock/clock.h"
#include "crawl/options.h"
#include "crawl/progress.h"
#include "result/result.h"
#include "telemetry/log.h"
#include "url/url.h"

namespace freshet::crawl {

// "example.com" stands for https://example.com/. An error names the seed.
Result<std::vector<url::Url>> parse_seeds(const std::vector<std::string>& texts);

// One crawl over a data folder: state/ and warc/. Opening checks everything that can be checked
// before anything is asked for; running goes on where an earlier run of the folder stopped.
class Crawl {
 public:
  // An error is the user's: a bad seed or pattern, a folder that cannot be used, or is in use.
  static Result<std::unique_ptr<Crawl>> open(CrawlOptions options, const Clock& clock,
                                             telemetry::Log& log);
  ~Crawl();

  // Until all is done, a limit is reached, or stop().
  Status run();
  // From any thread (and, since it only posts, soon after a signal).
  void stop();
  Progress progress() const;

 private:
  struct Impl;
  explicit Crawl(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace freshet::crawl
