#pragma once

#include <optional>
#include <vector>

#include "extract/recipe_context.h"
#include "extract/rules.h"

namespace freshet::extract {

// Return nullopt and report what is wrong.
std::optional<dom::Selector> read_selector(const RecipeText& text, RecipeContext& context);
std::optional<dom::XPath> read_xpath(const RecipeText& text, RecipeContext& context);

// Reads `selector`, `xpath`, `source` and `group` of a field, in the order in which they are tried,
// and reports what is wrong with them. A field of a record without any of them is about the element
// of the record itself.
std::vector<Query> read_queries(const TableReader& table, bool is_record, RecipeContext& context);

}  // namespace freshet::extract
