#include "settings/toml_file.h"

#include <algorithm>
#include <tuple>

#include "toml/toml.h"

namespace freshet::settings {
namespace {

// No key has more than two parts. Tables below this depth are reported as a whole.
constexpr size_t kMaxDepth = 8;

RawValue raw_list(const toml::Value::Array& array) {
  std::vector<std::string> items;
  for (const toml::Value& item : array) {
    const std::string* text = item.string();
    if (text == nullptr) return Unsupported{"a list of something other than strings"};
    items.push_back(*text);
  }
  return items;
}

RawValue raw_value(const toml::Value& value) {
  if (const auto* b = std::get_if<bool>(&value.value)) return *b;
  if (const auto* integer = std::get_if<int64_t>(&value.value)) return *integer;
  if (const auto* real = std::get_if<double>(&value.value)) return *real;
  if (const std::string* text = value.string()) return *text;
  if (const toml::Value::Array* array = value.array()) return raw_list(*array);
  return Unsupported{value.type()};
}

void flatten(const toml::Value::Table& table, const std::string& prefix, size_t depth,
             std::vector<Assignment>& out) {
  for (const auto& [key, place, value] : table) {
    std::string name = prefix + key;
    const toml::Value::Table* inner = value.table();
    if (inner != nullptr && !inner->empty() && depth < kMaxDepth) {
      name += '.';
      flatten(*inner, name, depth + 1, out);
    } else {
      out.push_back({std::move(name), raw_value(value), value.place.line, inner != nullptr});
    }
  }
}

}  // namespace

Result<std::vector<Assignment>> read_toml(std::string_view text, std::string_view name) {
  const auto parsed = toml::parse(text);
  if (!parsed) {
    const toml::SyntaxError& error = parsed.error();
    const std::string line = error.place.line > 0 ? ":" + std::to_string(error.place.line) : "";
    return fail(std::string(name) + line + ": " + error.message);
  }
  std::vector<Assignment> assignments;
  flatten(*parsed->table(), "", 1, assignments);
  std::stable_sort(assignments.begin(), assignments.end(),
                   [](const Assignment& a, const Assignment& b) {
                     return std::tie(a.line, a.key) < std::tie(b.line, b.key);
                   });
  return assignments;
}

}  // namespace freshet::settings
