#pragma once

#include "cli/recipe_arguments.h"

namespace freshet::cli {

// Prints a proposal for a recipe that is guessed from pages: URLs, or files as FILE=URL. Returns
// the exit status.
int guess_recipe(const Invocation& invocation, const RecipeArguments& arguments);

}  // namespace freshet::cli
