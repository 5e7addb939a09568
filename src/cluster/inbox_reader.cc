#include "cluster/inbox_reader.h"

#include <iterator>
#include <utility>

namespace freshet::cluster {
namespace {

constexpr size_t kMostOfShard = 2'000;
constexpr size_t kMostAtOnce = 10'000;
// All shards are read again within about half a minute.
constexpr Duration kStep = Duration::seconds(1);
constexpr int kShardsPerStep = 8;

}  // namespace

void InboxReader::begin(const store::ShardSet& shards) {
  shards_ = to_read_ = shards;
}

void InboxReader::notified(const store::ShardSet& shards) {
  to_read_.add_all(shards);
  to_read_.keep_only(shards_);
}

void InboxReader::add_next_of_round(Instant now) {
  if (now < next_step_) return;
  next_step_ = now + kStep;
  for (int i = 0; i < kShardsPerStep; ++i) {
    const auto shard = static_cast<store::ShardId>(next_of_round_);
    if (shards_.contains(shard)) to_read_.add(shard);
    next_of_round_ = (next_of_round_ + 1) % store::kShards;
  }
}

Result<std::vector<store::Discovery>> InboxReader::read(const store::Store& store, Instant now) {
  add_next_of_round(now);
  std::vector<store::Discovery> all;
  for (int shard = 0; shard < store::kShards && all.size() < kMostAtOnce; ++shard) {
    const auto id = static_cast<store::ShardId>(shard);
    if (!to_read_.contains(id)) continue;
    auto found = store.pending_discoveries(id, kMostOfShard, std::nullopt);
    if (!found) return Unexpected(found.error());
    // The rest is read when these are settled.
    if (found->size() < kMostOfShard) to_read_.remove_all({id});
    all.insert(all.end(), std::make_move_iterator(found->begin()),
               std::make_move_iterator(found->end()));
  }
  return all;
}

}  // namespace freshet::cluster
