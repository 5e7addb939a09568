#pragma once

#include <memory>
#include <string>

#include "clock/clock.h"
#include "crawl/control.h"
#include "crawl/options.h"
#include "result/result.h"
#include "store/store.h"

namespace freshet::crawl {

// How the state of a data folder is kept: with a mark beside it, state.mark, that has copies of
// what a person has laid down.
store::StoreOptions state_options(const std::string& data_folder);

// The state in a data folder; nothing is created. An error if there is none, or another process
// works on it.
Result<std::unique_ptr<store::Store>> open_state(const std::string& data_folder);
// The same, only to read: nothing is changed, and others may work on it.
Result<std::unique_ptr<store::Store>> open_state_to_read(const std::string& data_folder);

// A collection that nothing is going on with: answers the same questions as a run, from what is
// kept. For one thread.
class Collection {
 public:
  // The data folder of the options, as open_state_to_read() opens it.
  static Result<std::unique_ptr<Collection>> open(const CrawlOptions& options, const Clock& clock);
  ~Collection();

  // Why what is answered may be less than was collected; empty: the state is as it was left.
  const std::string& damage() const;

  // What would steer a run is an error: there is none.
  Result<Answer> perform(const Command& command);

 private:
  struct Impl;
  explicit Collection(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace freshet::crawl
