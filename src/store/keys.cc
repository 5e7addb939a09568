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
  FRESHET_CHECK(size_ + 8 <= kCapacity, "a key has three parts at most");
  for (int shift = 56; shift >= 0; shift -= 8) {
    bytes_[size_++] = static_cast<char>(big_endian >> shift);
  }
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

KeyBytes due_key(const Store::Due& due) {
  KeyBytes key;
  key.add(due.key.site.value);
  // With the sign turned, times before 1970 come first.
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

std::optional<Store::Due> read_due_key(std::string_view bytes) {
  if (bytes.size() != 24) return std::nullopt;
  return Store::Due{.next_visit = Instant::from_unix_microseconds(
                        static_cast<int64_t>(number_at(bytes, 8) ^ kSign)),
                    .key = {.site = {number_at(bytes, 0)}, .page = {number_at(bytes, 16)}}};
}

std::optional<ChangeKey> read_change_key(std::string_view bytes) {
  if (bytes.size() != 24) return std::nullopt;
  const auto at = static_cast<int64_t>(number_at(bytes, 0) ^ kSign);
  return ChangeKey{.at = Instant::from_unix_microseconds(at),
                   .page = {.site = {number_at(bytes, 8)}, .page = {number_at(bytes, 16)}}};
}

std::optional<IdKey> read_id_key(std::string_view bytes) {
  if (bytes.empty()) return std::nullopt;
  const auto kind = static_cast<IdKind>(bytes[0]);
  if (kind < IdKind::kPage || kind > IdKind::kCommunity) return std::nullopt;
  return IdKey{kind, bytes.substr(1)};
}

}  // namespace freshet::store
