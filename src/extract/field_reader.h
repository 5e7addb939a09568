#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "extract/recipe_context.h"
#include "extract/rules.h"

namespace freshet::extract {

// Read what a recipe says of fields and records, and report what is wrong with it. What they return
// is complete only if nothing was reported.

// The fields of [[title.field]]. `is_record`: they belong to a kind of record.
std::vector<FieldRule> read_fields(const TableReader& table, bool is_record,
                                   RecipeContext& context);
std::vector<RecordRule> read_records(const TableReader& item, RecipeContext& context);

}  // namespace freshet::extract
