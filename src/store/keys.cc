#include "store/keys.h"

#include "result/check.h"

namespace freshet::store {
namespace {

constexpr uint64_t kSign = uint64_t{1} << 63;

uint64_t number_at(std::string_view bytes, size_t at) {
  uint64_t value = 0;
  for (const char c : bytes.substr(at, 8)) value = value << 8 | static_cast<uint8_t>(c);
  return value;
}

}  // namespace

void KeyBytes::add(uint64_t big_endian) {
  FRESHET_CHECK(size_ + 8 <= kCapacity, "a key has at most a shard and three numbers");
  for (int shift = 56; shift >= 0; shift -= 8) {
    bytes_[size_++] = static_cast<char>(big_endian >> shift);
  }
}

void KeyBytes::add_byte(uint8_t byte) {
  FRESHET_CHECK(size_ < kCapacity, "a key has at most a shard and three numbers");
  bytes_[size_++] = static_cast<char>(byte);
}

KeyBytes site_key(SiteId site) {
  KeyBytes key;
  key.add(site.value);
  return key;
}

KeyBytes page_key(const PageKey& page) {
  KeyBytes key;
  key.add(page.site.value);
  key.add(page.page.value);
  return key;
}

KeyBytes due_key(const PartitionStore::Due& due) {
  KeyBytes key;
  key.add(due.key.site.value);
  // Flipping the sign bit sorts times before 1970 first.
  key.add(static_cast<uint64_t>(due.next_visit.unix_microseconds()) ^ kSign);
  key.add(due.key.page.value);
  return key;
}

KeyBytes change_key(Instant at, const PageKey& page) {
  KeyBytes key;
  key.add(static_cast<uint64_t>(at.unix_microseconds()) ^ kSign);
  key.add(page.site.value);
  key.add(page.page.value);
  return key;
}

KeyBytes shard_key(ShardId shard) {
  KeyBytes key;
  key.add_byte(shard);
  return key;
}

KeyBytes discovery_key(const DiscoveryId& id) {
  KeyBytes key = shard_key(shard_of(id.key.site));
  key.add(static_cast<uint64_t>(id.found_at.unix_microseconds()) ^ kSign);
  key.add(id.key.site.value);
  key.add(id.key.page.value);
  return key;
}

std::string_view content_key(const digest::Digest256& content) {
  return {reinterpret_cast<const char*>(content.bytes.data()), content.bytes.size()};
}

std::string id_key(IdKind kind, std::string_view name) {
  return std::string(1, static_cast<char>(kind)).append(name);
}

std::string name_of(const PageKey& page) {
  return std::string(page_key(page).view());
}

std::string name_of(SiteId site) {
  return std::string(site_key(site).view());
}

std::optional<PageKey> page_named(std::string_view name) {
  return read_page_key(name);
}

std::optional<SiteId> site_named(std::string_view name) {
  return read_site_key(name);
}

std::optional<SiteId> read_site_key(std::string_view bytes) {
  if (bytes.size() != 8) return std::nullopt;
  return SiteId{number_at(bytes, 0)};
}

std::optional<PageKey> read_page_key(std::string_view bytes) {
  if (bytes.size() != 16) return std::nullopt;
  return PageKey{.site = {number_at(bytes, 0)}, .page = {number_at(bytes, 8)}};
}

std::optional<PartitionStore::Due> read_due_key(std::string_view bytes) {
  if (bytes.size() != 24) return std::nullopt;
  return PartitionStore::Due{
      .next_visit =
          Instant::from_unix_microseconds(static_cast<int64_t>(number_at(bytes, 8) ^ kSign)),
      .key = {.site = {number_at(bytes, 0)}, .page = {number_at(bytes, 16)}}};
}

std::optional<ChangeKey> read_change_key(std::string_view bytes) {
  if (bytes.size() != 24) return std::nullopt;
  const auto at = static_cast<int64_t>(number_at(bytes, 0) ^ kSign);
  return ChangeKey{.at = Instant::from_unix_microseconds(at),
                   .page = {.site = {number_at(bytes, 8)}, .page = {number_at(bytes, 16)}}};
}

std::optional<DiscoveryId> read_discovery_key(std::string_view bytes) {
  if (bytes.size() != 25 || bytes[0] != bytes[9]) return std::nullopt;
  const auto found_at = static_cast<int64_t>(number_at(bytes, 1) ^ kSign);
  return DiscoveryId{.found_at = Instant::from_unix_microseconds(found_at),
                     .key = {.site = {number_at(bytes, 9)}, .page = {number_at(bytes, 17)}}};
}

std::optional<IdKey> read_id_key(std::string_view bytes) {
  if (bytes.empty()) return std::nullopt;
  const auto kind = static_cast<IdKind>(bytes[0]);
  if (!is_known(kind)) return std::nullopt;
  return IdKey{kind, bytes.substr(1)};
}

}  // namespace freshet::store
