#pragma once

#include <optional>
#include <string_view>

#include "store/partition_store.h"

namespace freshet::store {

// Encodes keys as bytes that have the same order as the values. docs/formats/state.md describes
// them. The read functions return nullopt for bytes that are not such a key.

// A short key without allocation.
class KeyBytes {
 public:
  static constexpr size_t kCapacity = 25;

  void add(uint64_t big_endian);
  void add_byte(uint8_t byte);
  std::string_view view() const { return {bytes_, size_}; }

 private:
  char bytes_[kCapacity];
  size_t size_ = 0;
};

KeyBytes site_key(SiteId site);  // also the start of all keys of the site
KeyBytes page_key(const PageKey& page);
KeyBytes due_key(const PartitionStore::Due& due);
KeyBytes change_key(Instant at, const PageKey& page);
KeyBytes shard_key(ShardId shard);  // the start of all keys of the shard
KeyBytes discovery_key(const DiscoveryId& id);
std::string_view content_key(const digest::Digest256& content);
std::string id_key(IdKind kind, std::string_view name);

std::optional<SiteId> read_site_key(std::string_view bytes);
std::optional<PageKey> read_page_key(std::string_view bytes);
std::optional<PartitionStore::Due> read_due_key(std::string_view bytes);
struct ChangeKey {
  Instant at;
  PageKey page;
};
std::optional<ChangeKey> read_change_key(std::string_view bytes);
std::optional<DiscoveryId> read_discovery_key(std::string_view bytes);
struct IdKey {
  IdKind kind;
  std::string_view name;  // points into the bytes
};
std::optional<IdKey> read_id_key(std::string_view bytes);

}  // namespace freshet::store
