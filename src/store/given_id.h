#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "store/page_key.h"

namespace freshet::store {

// The kinds of things that have ids in a database that a collection is converted into. Stored:
// numbers keep their meaning.
enum class IdKind : uint8_t { kPage = 1, kSite = 2, kDomain = 3, kCommunity = 4 };

// Whether a number that was read is a known value. A new value without a case here does not
// compile.
constexpr bool is_known(IdKind value) {
  switch (value) {
    case IdKind::kPage:
    case IdKind::kSite:
    case IdKind::kDomain:
    case IdKind::kCommunity: return true;
  }
  return false;
}

// An id that was given to a thing. It never changes. The name of a page is the bytes of its key,
// that of a site the bytes of its id (name_of()); others have names of their own.
struct GivenId {
  IdKind kind = IdKind::kPage;
  std::string name;
  uint64_t id = 0;

  bool operator==(const GivenId&) const = default;
};
std::string name_of(const PageKey& page);
std::string name_of(SiteId site);
// Return nullopt if the bytes are not such a name.
std::optional<PageKey> page_named(std::string_view name);
std::optional<SiteId> site_named(std::string_view name);

}  // namespace freshet::store
