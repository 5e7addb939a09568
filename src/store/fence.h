#pragma once

#include <string_view>

#include "result/result.h"
#include "store/batch.h"

namespace freshet::store {

// Keeps the current epochs of all shards in memory and decides whether a batch may be written. For
// one thread at a time.
class Fence {
 public:
  Fence() = default;
  explicit Fence(const Epochs& epochs) : epochs_(epochs) {}

  const Epochs& epochs() const { return epochs_; }
  // Returns the fence after these shards were taken once more.
  Fence raised(const ShardSet& shards) const;
  // Returns a holding of these shards with their current epochs.
  Holding holding_of(const ShardSet& shards) const { return Holding(epochs_, shards); }
  // Sets the holding for batches that name none.
  void set_default(Holding holding) { default_ = std::move(holding); }

  const Holding& holding_of(const Batch& batch) const {
    return batch.holding ? *batch.holding : default_;
  }
  // Returns an error of the kind kFenced if the batch may not be written. `where` is for its
  // message: "the state in x".
  Status check(const Batch& batch, std::string_view where) const;

 private:
  bool is_current(const Holding& holding, ShardId shard) const {
    return holding.epoch(shard) != 0 && holding.epoch(shard) == epochs_[shard];
  }

  Epochs epochs_{};
  Holding default_;
};

}  // namespace freshet::store
