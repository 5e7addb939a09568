#include "settings/suggest.h"

#include <algorithm>

#include "settings/table.h"
#include "text/edit_distance.h"

namespace freshet::settings {
namespace {

std::string_view last_part(std::string_view name) {
  return name.substr(name.rfind('.') + 1);
}

}  // namespace

std::string_view nearest_key(std::string_view unknown) {
  constexpr size_t kMaxLength = 64;
  if (unknown.size() > kMaxLength) return {};
  std::string_view nearest;
  size_t least = std::min<size_t>(3, unknown.size() / 3) + 1;
  for (const Key& key : table()) {
    // The right name in the wrong table, or without a table, counts as one edit.
    const bool same_word = last_part(key.name) == last_part(unknown);
    const size_t distance = same_word ? 1 : text::edit_distance(unknown, key.name);
    if (distance < least) {
      least = distance;
      nearest = key.name;
    }
  }
  return nearest;
}

}  // namespace freshet::settings
