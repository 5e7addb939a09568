#pragma once

#include <memory>
#include <string>

#include "clock/clock.h"
#include "crawl/control.h"
#include "crawl/options.h"
#include "result/result.h"

namespace freshet::crawl {

// A collection that nothing is going on with: answers the same questions as a run, from what is
// kept. For one thread.
class Collection {
 public:
  // The data folder of the options; nothing is created. An error if there is no collection, or
  // another process works on it.
  static Result<std::unique_ptr<Collection>> open(const CrawlOptions& options, const Clock& clock);
  ~Collection();

  // What would steer a run is an error: there is none.
  Result<Answer> perform(const Command& command);

 private:
  struct Impl;
  explicit Collection(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace freshet::crawl
