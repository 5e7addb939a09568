#include "store/fence.h"

#include <string>

namespace freshet::store {
namespace {

Unexpected<Error> fenced(std::string_view where, const std::string& why) {
  std::string message("writing ");
  message.append(where).append(": ").append(why).append("; nothing was written");
  return Unexpected(Error{std::move(message), ErrorKind::kFenced});
}

std::string why_not(ShardId shard, Epoch held, Epoch now) {
  std::string why = "shard " + std::to_string(shard);
  if (held == 0) return why + " is not held by this writer";
  return why + " was taken by another writer (this one has epoch " + std::to_string(held) +
         ", the shard is at " + std::to_string(now) + ")";
}

}  // namespace

Fence Fence::raised(const ShardSet& shards) const {
  Fence raised = *this;
  for (size_t i = 0; i < epochs_.size(); ++i) {
    if (shards.contains(static_cast<ShardId>(i))) ++raised.epochs_[i];
  }
  return raised;
}

Status Fence::check(const Batch& batch, std::string_view where) const {
  const Holding& holding = holding_of(batch);
  const bool forgets = batch.forget_changes_before || batch.forget_changes_after;
  ShardSet shards = batch.shards();
  if (forgets) shards.add_all(holding.shards());
  for (const ShardSet::Run run : shards.runs()) {
    for (int i = run.first; i <= run.last; ++i) {
      const auto shard = static_cast<ShardId>(i);
      if (is_current(holding, shard)) continue;
      return fenced(where, why_not(shard, holding.epoch(shard), epochs_[shard]));
    }
  }
  if (!shards.empty()) return Done();
  // A writer that has lost all its shards must not write facts and ids either. A writer that never
  // held a shard may write them.
  bool held_any = false;
  for (int i = 0; i < kShards; ++i) {
    const auto shard = static_cast<ShardId>(i);
    if (is_current(holding, shard)) return Done();
    held_any = held_any || holding.epoch(shard) != 0;
  }
  return held_any ? fenced(where, "other writers have taken every shard that this one held")
                  : Status(Done());
}

}  // namespace freshet::store
