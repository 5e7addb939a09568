#include "settings/suggest.h"

#include <algorithm>
#include <vector>

#include "settings/table.h"

namespace freshet::settings {
namespace {

std::string_view last_part(std::string_view name) {
  return name.substr(name.rfind('.') + 1);
}

}  // namespace

size_t edit_distance(std::string_view a, std::string_view b) {
  // Dynamic programming over a table of distances between prefixes of a and prefixes of b. Only
  // three rows are kept: the one before the last, the last, and the current one.
  std::vector<size_t> before(b.size() + 1);
  std::vector<size_t> last(b.size() + 1);
  std::vector<size_t> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    before.swap(last);
    last.swap(row);
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      row[j] =
          std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] != b[j - 1] ? 1 : 0)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], before[j - 2] + 1);
      }
    }
  }
  return row[b.size()];
}

std::string_view nearest_key(std::string_view unknown) {
  constexpr size_t kMaxLength = 64;
  if (unknown.size() > kMaxLength) return {};
  std::string_view nearest;
  size_t least = std::min<size_t>(3, unknown.size() / 3) + 1;
  for (const Key& key : table()) {
    // The right name in the wrong table, or without a table, counts as one edit.
    const bool same_word = last_part(key.name) == last_part(unknown);
    const size_t distance = same_word ? 1 : edit_distance(unknown, key.name);
    if (distance < least) {
      least = distance;
      nearest = key.name;
    }
  }
  return nearest;
}

}  // namespace freshet::settings
