#include "http/headers.h"

#include <algorithm>
#include <utility>

#include "text/ascii.h"

namespace freshet::http {

bool HeaderMap::add(std::string_view name, std::string_view value) {
  // Offsets have 32 bits, even if the limit is larger.
  const size_t most = std::min<size_t>(limits_.max_bytes, UINT32_MAX);
  if (entries_.size() >= limits_.max_count) return false;
  if (name.size() > most || value.size() > most - name.size() ||
      text_.size() > most - name.size() - value.size()) {
    return false;
  }
  entries_.push_back({.offset = static_cast<uint32_t>(text_.size()),
                      .name_length = static_cast<uint32_t>(name.size()),
                      .value_length = static_cast<uint32_t>(value.size())});
  text_.append(name).append(value);
  return true;
}

HeaderMap::Field HeaderMap::field(size_t index) const {
  const Entry& entry = entries_[index];
  const std::string_view text = std::string_view(text_).substr(entry.offset);
  return {.name = text.substr(0, entry.name_length),
          .value = text.substr(entry.name_length, entry.value_length)};
}

std::optional<std::string_view> HeaderMap::get(std::string_view name) const {
  for (const Field& field : *this) {
    if (text::equals_ignoring_case(field.name, name)) return field.value;
  }
  return std::nullopt;
}

std::vector<std::string_view> HeaderMap::get_all(std::string_view name) const {
  std::vector<std::string_view> values;
  for (const Field& field : *this) {
    if (text::equals_ignoring_case(field.name, name)) values.push_back(field.value);
  }
  return values;
}

std::optional<std::string> HeaderMap::combined(std::string_view name) const {
  std::optional<std::string> all;
  for (const Field& field : *this) {
    if (!text::equals_ignoring_case(field.name, name)) continue;
    if (all) {
      all->append(", ").append(field.value);
    } else {
      all.emplace(field.value);
    }
  }
  return all;
}

}  // namespace freshet::http
