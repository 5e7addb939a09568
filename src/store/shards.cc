#include "store/shards.h"

namespace freshet::store {

ShardSet ShardSet::all() {
  ShardSet shards;
  shards.bits_.set();
  return shards;
}

ShardSet ShardSet::range(ShardId first, ShardId last) {
  ShardSet shards;
  for (int shard = first; shard <= last; ++shard) shards.add(static_cast<ShardId>(shard));
  return shards;
}

std::vector<ShardSet::Run> ShardSet::runs() const {
  std::vector<Run> runs;
  for (int i = 0; i < kShards; ++i) {
    const auto shard = static_cast<ShardId>(i);
    if (!contains(shard)) continue;
    if (!runs.empty() && runs.back().last + 1 == i)
      runs.back().last = shard;
    else
      runs.push_back({.first = shard, .last = shard});
  }
  return runs;
}

Holding::Holding(const Epochs& epochs, const ShardSet& shards) {
  Epochs held{};
  for (size_t i = 0; i < epochs.size(); ++i) {
    if (shards.contains(static_cast<ShardId>(i))) held[i] = epochs[i];
  }
  epochs_ = std::make_shared<const Epochs>(held);
}

ShardSet Holding::shards() const {
  ShardSet shards;
  for (int i = 0; i < kShards; ++i) {
    if (epoch(static_cast<ShardId>(i)) != 0) shards.add(static_cast<ShardId>(i));
  }
  return shards;
}

Holding Holding::with(const Holding& later) const {
  Epochs both{};
  for (size_t i = 0; i < both.size(); ++i) {
    const auto shard = static_cast<ShardId>(i);
    both[i] = later.epoch(shard) != 0 ? later.epoch(shard) : epoch(shard);
  }
  return Holding(both, ShardSet::all());
}

}  // namespace freshet::store
