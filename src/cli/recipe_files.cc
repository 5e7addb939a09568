#include "cli/recipe_files.h"

#include "cli/check.h"

namespace freshet::cli {

Result<extract::Recipe> read_recipe(const std::string& path) {
  const auto text = read_whole_file(path);
  if (!text) return Unexpected(text.error());
  auto recipe = extract::Recipe::parse(*text);
  if (recipe) return *std::move(recipe);
  std::string message;
  for (const extract::RecipeError& error : recipe.error()) {
    message += (message.empty() ? "" : "\n") + path;
    if (error.line > 0) {
      message += ":" + std::to_string(error.line) + ":" + std::to_string(error.column);
    }
    message += ": " + error.message;
  }
  return fail(std::move(message));
}

Result<std::vector<extract::Recipe>> read_recipes(const std::vector<std::string>& paths) {
  std::vector<extract::Recipe> recipes;
  recipes.reserve(paths.size());
  for (const std::string& path : paths) {
    auto recipe = read_recipe(path);
    if (!recipe) return Unexpected(recipe.error());
    recipes.push_back(*std::move(recipe));
  }
  return recipes;
}

}  // namespace freshet::cli
