#include "extract/table_reader.h"

#include <algorithm>

#include "text/edit_distance.h"

namespace freshet::extract {

std::string suggestion(std::string_view unknown, std::initializer_list<std::string_view> names) {
  constexpr size_t kMaxLength = 64;
  if (unknown.size() > kMaxLength) return "";
  std::string_view nearest;
  size_t least = std::min<size_t>(3, unknown.size() / 2) + 1;
  for (const std::string_view name : names) {
    const size_t distance = text::edit_distance(unknown, name);
    if (distance >= least || distance >= name.size()) continue;
    least = distance;
    nearest = name;
  }
  return nearest.empty() ? "" : "; did you mean " + in_quotes(nearest) + "?";
}

TableReader::TableReader(const toml::Value& table, std::string_view title,
                         std::initializer_list<std::string_view> keys, RecipeErrors& errors)
    : table_(table), title_(title), errors_(errors) {
  for (const toml::Member& member : *table_.table()) {
    if (std::find(keys.begin(), keys.end(), member.key) != keys.end()) continue;
    errors_.add(member.place, std::string(title_) + " has no key " + in_quotes(member.key) +
                                  suggestion(member.key, keys));
  }
}

const toml::Member* TableReader::find(std::string_view key) const {
  const toml::Value::Table& members = *table_.table();
  const auto found = std::find_if(members.begin(), members.end(),
                                  [&](const toml::Member& member) { return member.key == key; });
  return found != members.end() ? &*found : nullptr;
}

std::optional<RecipeText> TableReader::string(std::string_view key) const {
  const toml::Member* member = find(key);
  if (member == nullptr) return std::nullopt;
  if (member->value.string() == nullptr) {
    wrong_type(*member, "a string");
    return std::nullopt;
  }
  return RecipeText{*member->value.string(), &member->value};
}

std::optional<bool> TableReader::boolean(std::string_view key) const {
  const toml::Member* member = find(key);
  if (member == nullptr) return std::nullopt;
  if (const bool* value = std::get_if<bool>(&member->value.value)) return *value;
  wrong_type(*member, "true or false");
  return std::nullopt;
}

const toml::Value* TableReader::table(std::string_view key) const {
  const toml::Member* member = find(key);
  if (member == nullptr) return nullptr;
  if (member->value.table() != nullptr) return &member->value;
  wrong_type(*member, "a table");
  return nullptr;
}

std::vector<RecipeText> TableReader::strings(std::string_view key, bool may_be_single) const {
  const toml::Member* member = find(key);
  if (member == nullptr) return {};
  const std::string_view expected =
      may_be_single ? "a string or a list of strings" : "a list of strings";
  if (may_be_single && member->value.string() != nullptr) return {*string(key)};
  const toml::Value::Array* array = member->value.array();
  if (array == nullptr) {
    wrong_type(*member, expected);
    return {};
  }
  if (array->empty()) errors_.add(member->place, in_quotes(key) + " is empty");
  std::vector<RecipeText> texts;
  for (const toml::Value& item : *array) {
    if (item.string() != nullptr) {
      texts.push_back({*item.string(), &item});
    } else {
      errors_.add(item.place, in_quotes(key) + " must be " + std::string(expected) + "; this is " +
                                  std::string(item.type()));
    }
  }
  return texts;
}

std::vector<const toml::Value*> TableReader::tables(std::string_view key, size_t most) const {
  const toml::Member* member = find(key);
  if (member == nullptr) return {};
  const toml::Value::Array* array = member->value.array();
  const bool are_tables =
      array != nullptr && std::all_of(array->begin(), array->end(), [](const toml::Value& item) {
        return item.table() != nullptr;
      });
  if (!are_tables) {
    wrong_type(*member, "tables that begin with two brackets, as [[item.field]]");
    return {};
  }
  if (array->size() > most) {
    errors_.add(member->place, "there are " + std::to_string(array->size()) + " " +
                                   std::string(key) + "s in " + std::string(title_) + "; at most " +
                                   std::to_string(most) + " are allowed");
    return {};
  }
  std::vector<const toml::Value*> tables;
  for (const toml::Value& item : *array) tables.push_back(&item);
  return tables;
}

void TableReader::lacks(std::string_view what) const {
  errors_.add(table_.place, std::string(title_) + " needs " + std::string(what));
}

void TableReader::wrong_type(const toml::Member& member, std::string_view expected) const {
  errors_.add(member.place, in_quotes(member.key) + " must be " + std::string(expected) + ", not " +
                                std::string(member.value.type()));
}

}  // namespace freshet::extract
