#include "extract/recipe_context.h"

#include <algorithm>

#include "text/ascii.h"
#include "text/printable.h"

namespace freshet::extract {
namespace {

bool is_name(std::string_view name) {
  return !name.empty() && name.size() <= kMaxNameBytes && name[0] >= 'a' && name[0] <= 'z' &&
         std::all_of(name.begin(), name.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || text::is_digit(c) || c == '_';
         });
}

}  // namespace

bool has_fitting_length(const RecipeText& text, RecipeContext& context) {
  if (text.text.empty()) {
    context.errors.add(text.value->place, "the expression is empty");
    return false;
  }
  if (text.text.size() > kMaxExpressionBytes) {
    context.errors.add(text.value->place, "the expression is longer than 4 KiB");
    return false;
  }
  return true;
}

std::optional<pattern::Pattern> read_pattern(const RecipeText& text, RecipeContext& context) {
  if (!has_fitting_length(text, context)) return std::nullopt;
  constexpr size_t kCostOfAnError = 10'000;
  if (context.pattern_budget == 0) return std::nullopt;
  auto pattern = pattern::Pattern::make(text.text);
  const size_t cost = pattern ? pattern->size() : kCostOfAnError;
  if (cost > context.pattern_budget) {
    context.pattern_budget = 0;
    context.errors.add(text.value->place,
                       "the patterns up to this one are too large together; use fewer or simpler "
                       "ones, with fewer repetitions such as {1000}");
    return std::nullopt;
  }
  context.pattern_budget -= cost;
  if (pattern) return std::move(*pattern);
  context.errors.add_inside(
      *text.value, pattern.error().at,
      "the regular expression cannot be read: " + text::printable(pattern.error().message));
  return std::nullopt;
}

std::optional<std::string> read_name(const TableReader& table, RecipeContext& context) {
  const auto name = table.string("name");
  if (!name) {
    if (table.find("name") == nullptr) table.lacks("a name");
    return std::nullopt;
  }
  if (is_name(name->text)) return std::string(name->text);
  context.errors.add(
      name->value->place,
      "the name " + in_quotes(name->text) +
          " must begin with a letter from a to z, and have only these letters, digits "
          "and _, at most 40");
  return std::nullopt;
}

}  // namespace freshet::extract
