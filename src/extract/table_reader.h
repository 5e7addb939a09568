#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "extract/recipe_errors.h"
#include "toml/toml.h"

namespace freshet::extract {

// A string of a recipe with its value, which knows its place.
struct RecipeText {
  std::string_view text;
  const toml::Value* value = nullptr;
};

// Reads the members of a table of a recipe and reports members of other names and types. The table
// and the errors must outlive it.
class TableReader {
 public:
  // `title` is for messages: "[item]". `keys` are the members that the table may have.
  TableReader(const toml::Value& table, std::string_view title,
              std::initializer_list<std::string_view> keys, RecipeErrors& errors);

  // Return nullptr or nullopt if there is no such member, or if it has another type, which is
  // reported.
  const toml::Member* find(std::string_view key) const;
  std::optional<RecipeText> string(std::string_view key) const;
  std::optional<bool> boolean(std::string_view key) const;
  const toml::Value* table(std::string_view key) const;
  // A list of strings; one string alone also counts if `may_be_single`. A list without strings is
  // reported.
  std::vector<RecipeText> strings(std::string_view key, bool may_be_single) const;
  // The tables of [[title.key]], at most `most`.
  std::vector<const toml::Value*> tables(std::string_view key, size_t most) const;

  // Reports that the table lacks a member.
  void lacks(std::string_view what) const;
  const toml::Value& value() const { return table_; }

 private:
  void wrong_type(const toml::Member& member, std::string_view expected) const;

  const toml::Value& table_;
  std::string_view title_;
  RecipeErrors& errors_;
};

// Returns "; did you mean "name"?" with the most similar name, or nothing if none is similar.
std::string suggestion(std::string_view unknown, std::initializer_list<std::string_view> names);

}  // namespace freshet::extract
