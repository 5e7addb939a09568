#pragma once

#include <string>
#include <vector>

#include "extract/recipe.h"
#include "result/result.h"

namespace freshet::cli {

// Reads the recipe in a file. The error has a line "FILE:LINE:COLUMN: MESSAGE" for each mistake.
Result<extract::Recipe> read_recipe(const std::string& path);

// Reads several recipes, and returns the first error.
Result<std::vector<extract::Recipe>> read_recipes(const std::vector<std::string>& paths);

}  // namespace freshet::cli
