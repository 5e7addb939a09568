#pragma once

#include <vector>

#include "clock/instant.h"
#include "result/result.h"
#include "store/store.h"

namespace freshet::cluster {

// Reads the discoveries that are pending for an agent's shards. Shards that a notification has
// named are read at once, the others one after another, since notifications may be lost. For the
// agent's thread.
class InboxReader {
 public:
  // From now on the discoveries for these shards are read, all of them first.
  void begin(const store::ShardSet& shards);
  void notified(const store::ShardSet& shards);

  // Returns discoveries that are pending; may return some that it has returned before. `now` is any
  // steady time.
  Result<std::vector<store::Discovery>> read(const store::Store& store, Instant now);

 private:
  void add_next_of_round(Instant now);

  store::ShardSet shards_;
  store::ShardSet to_read_;
  int next_of_round_ = 0;
  Instant next_step_;
};

}  // namespace freshet::cluster
