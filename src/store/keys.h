#pragma once

#include <optional>
#include <string_view>

#include "store/store.h"

namespace freshet::store {

// Keys as bytes whose order is that of the values. docs/formats/state.md describes them. Reading
// gives nothing for bytes that are no key.

// A short key, kept without allocation.
class KeyBytes {
 public:
  static constexpr size_t kCapacity = 24;

  void add(uint64_t big_endian);
  std::string_view view() const { return {bytes_, size_}; }

 private:
  char bytes_[kCapacity];
  size_t size_ = 0;
};

KeyBytes site_key(SiteId site);  // also: before everything of the site
KeyBytes page_key(const PageKey& page);
KeyBytes due_key(const Store::Due& due);
KeyBytes change_key(Instant at, const PageKey& page);
std::string_view content_key(const digest::Digest256& content);
std::string id_key(IdKind kind, std::string_view name);

std::optional<SiteId> read_site_key(std::string_view bytes);
std::optional<PageKey> read_page_key(std::string_view bytes);
std::optional<Store::Due> read_due_key(std::string_view bytes);
struct ChangeKey {
  Instant at;
  PageKey page;
};
std::optional<ChangeKey> read_change_key(std::string_view bytes);
struct IdKey {
  IdKind kind;
  std::string_view name;  // points into the bytes
};
std::optional<IdKey> read_id_key(std::string_view bytes);

}  // namespace freshet::store
