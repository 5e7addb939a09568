#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "extract/recipe_errors.h"
#include "extract/table_reader.h"
#include "pattern/pattern.h"

namespace freshet::extract {

inline constexpr size_t kMaxPatterns = 1'000;
inline constexpr size_t kMaxExpressionBytes = 4 << 10;  // of a pattern, regex, selector or XPath
inline constexpr size_t kMaxFields = 100;               // of an item, and of a kind of record
inline constexpr size_t kMaxRecords = 20;               // kinds of them
inline constexpr size_t kMaxQueries = 20;               // strings of a list such as `selector`
inline constexpr size_t kMaxNameBytes = 40;

// What the functions that read a recipe share.
struct RecipeContext {
  RecipeErrors& errors;
  std::set<std::string, std::less<>> item_groups = {};  // named groups of the item patterns
  // The instructions that all patterns of the recipe may still have. Compiling as many takes a
  // second in the worst case.
  size_t pattern_budget = 200'000;
};

// Return nullopt and report what is wrong.
std::optional<pattern::Pattern> read_pattern(const RecipeText& text, RecipeContext& context);
// A name of a recipe, field or record: [a-z][a-z0-9_]*, at most 40 bytes.
std::optional<std::string> read_name(const TableReader& table, RecipeContext& context);

// Whether the text is not too long to be compiled. Reports if it is.
bool has_fitting_length(const RecipeText& text, RecipeContext& context);

}  // namespace freshet::extract
