#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "result/result.h"

namespace freshet::extract {

struct RecipeRules;

enum class FieldType : uint8_t { kText, kNumber, kDate, kMoney, kUrl, kHtml };

// What others need to know of a field, such as the columns of a table.
struct FieldShape {
  std::string name;
  FieldType type = FieldType::kText;
  bool is_list = false;
  bool is_required = false;
};

struct RecordShape {
  std::string name;
  std::vector<FieldShape> fields;
};

enum class PageKind : uint8_t { kOther, kList, kItem };

// What a URL is to a recipe.
struct Match {
  PageKind kind = PageKind::kOther;
  // Of an item whose key is a named group: the key. Otherwise empty.
  std::string key;
};

struct RecipeError {
  size_t line = 0;    // from 1; 0 if it concerns the whole file
  size_t column = 0;  // in characters, from 1
  std::string message;
};

// What to collect: which pages name items, which are items, and which fields items have
// (docs/formats/recipe.md). Immutable; any thread may use it.
class Recipe {
 public:
  // Returns all errors that were found, at least one, in the order of the text.
  static Result<Recipe, std::vector<RecipeError>> parse(std::string_view toml);
  ~Recipe();
  Recipe(Recipe&&) noexcept;
  Recipe& operator=(Recipe&&) noexcept;

  const std::string& name() const;                // [a-z][a-z0-9_]*, at most 40 bytes
  const std::string& text() const;                // the TOML from which it was made
  uint64_t fingerprint() const;                   // of the text
  const std::vector<std::string>& seeds() const;  // with the URLs of categories
  // The patterns of lists and items, in the syntax of RE2.
  std::vector<std::string> list_patterns() const;
  std::vector<std::string> item_patterns() const;

  // `url` is canonical. Takes less than a microsecond for a URL that no pattern matches.
  Match match(std::string_view url) const;
  // Returns false only if no list or item can have a URL that begins with `prefix`.
  bool may_match_prefix(std::string_view prefix) const;
  // Whether two URLs with the same key are the same item: the key is a named group.
  bool has_key_in_url() const;
  // Whether only some links of list pages count: links_of() says which.
  bool has_link_selector() const;

  std::vector<FieldShape> fields() const;
  std::vector<RecordShape> records() const;

  // The compiled recipe, for this module.
  const RecipeRules& rules() const { return *rules_; }

 private:
  explicit Recipe(std::shared_ptr<const RecipeRules> rules);
  std::shared_ptr<const RecipeRules> rules_;
};

}  // namespace freshet::extract
