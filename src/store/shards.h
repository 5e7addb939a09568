#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <vector>

#include "store/page_key.h"

namespace freshet::store {

// The shard of a site is the first byte of its id. So ids have the order of shards, and the rows of
// a shard are neighbours. All sites of a host are in one shard (site_id.h).
using ShardId = uint8_t;
inline constexpr int kShards = 256;
constexpr ShardId shard_of(SiteId site) {
  return static_cast<ShardId>(site.value >> 56);
}
// Returns the id with another shard.
constexpr SiteId in_shard(SiteId site, ShardId shard) {
  return {uint64_t{shard} << 56 | (site.value & (~uint64_t{0} >> 8))};
}

class ShardSet {
 public:
  ShardSet() = default;
  ShardSet(std::initializer_list<ShardId> shards) {
    for (const ShardId shard : shards) add(shard);
  }
  static ShardSet all();
  static ShardSet range(ShardId first, ShardId last);  // both are included

  void add(ShardId shard) { bits_.set(shard); }
  void add_all(const ShardSet& others) { bits_ |= others.bits_; }
  void remove_all(const ShardSet& others) { bits_ &= ~others.bits_; }
  void keep_only(const ShardSet& others) { bits_ &= others.bits_; }
  bool contains(ShardId shard) const { return bits_.test(shard); }
  bool empty() const { return bits_.none(); }
  bool is_all() const { return bits_.all(); }
  size_t size() const { return bits_.count(); }

  // A run of neighbouring shards, both ends included. runs() returns them in order.
  struct Run {
    ShardId first;
    ShardId last;
    bool operator==(const Run&) const = default;
  };
  std::vector<Run> runs() const;

  bool operator==(const ShardSet&) const = default;

 private:
  std::bitset<kShards> bits_;
};

// The number under which a writer holds a shard. It is raised whenever a writer takes the shard;
// then earlier holders may no longer write. 0: no writer has taken the shard yet.
using Epoch = uint64_t;
using Epochs = std::array<Epoch, kShards>;

// The shards that a writer holds, each with the epoch under which it took it: Store::take(). Copies
// are cheap.
class Holding {
 public:
  Holding() = default;  // of no shard
  Holding(const Epochs& epochs, const ShardSet& shards);

  // Returns 0 if the shard is not held.
  Epoch epoch(ShardId shard) const { return epochs_ ? (*epochs_)[shard] : 0; }
  ShardSet shards() const;
  // Returns the union of both; for a shard that is in both, the epoch of `later`.
  Holding with(const Holding& later) const;

 private:
  std::shared_ptr<const Epochs> epochs_;
};

}  // namespace freshet::store
