#pragma once

#include <string_view>
#include <vector>

#include "extract/recipe.h"
#include "extract/rules.h"
#include "result/result.h"

namespace freshet::extract {

// Reads and compiles a recipe, or returns everything that is wrong with it.
Result<RecipeRules, std::vector<RecipeError>> read_recipe(std::string_view toml);

}  // namespace freshet::extract
