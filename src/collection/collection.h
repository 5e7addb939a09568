#pragma once

#include <memory>
#include <string>

#include "clock/clock.h"
#include "collection/answer.h"
#include "collection/command.h"
#include "collection/options.h"
#include "result/result.h"
#include "store/store.h"

namespace freshet::collection {

// A collection on which no run is working. It answers the same queries as a run, from the stored
// state. For one thread.
class Collection {
 public:
  // Opens the data folder of the options with open_state_to_read().
  static Result<std::unique_ptr<Collection>> open(const Options& options, const Clock& clock);
  // Opens a collection whose state is in `store`, which may be in use by the agents of a cluster.
  static Result<std::unique_ptr<Collection>> open_shared(const Options& options,
                                                         std::unique_ptr<store::Store> store,
                                                         const Clock& clock);
  ~Collection();

  // Describes damage because of which answers may be incomplete; empty if there is none.
  const std::string& damage() const;

  // Describes an older format of the state, in which nothing is found by its URL: queries about a
  // page are errors, and no failures of seeds are known. Empty if it has the current format.
  const std::string& older_format() const;

  // Returns an error for commands that control a run, because there is none.
  Result<Answer> perform(const Command& command);

 private:
  struct Impl;
  explicit Collection(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace freshet::collection
