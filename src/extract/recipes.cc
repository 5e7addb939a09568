#include "extract/recipes.h"

#include <utility>

namespace freshet::extract {

Recipes::Recipes() : all_(std::make_shared<const std::vector<Recipe>>()) {}

Result<Recipes> Recipes::parse(const std::vector<std::string>& texts) {
  std::vector<Recipe> parsed;
  parsed.reserve(texts.size());
  Recipes recipes;
  for (const std::string& text : texts) {
    auto one = Recipe::parse(text);
    if (!one) {
      const RecipeError& error = one.error().front();
      return fail("the recipe cannot be read: line " + std::to_string(error.line) + ": " +
                  error.message + "; freshet recipe check shows all errors");
    }
    for (const Recipe& other : parsed) {
      if (other.name() == one->name()) {
        return fail("two recipes have the name " + one->name() + ": rename one of them");
      }
    }
    parsed.push_back(*std::move(one));
  }
  recipes.all_ = std::make_shared<const std::vector<Recipe>>(std::move(parsed));
  return recipes;
}

const Recipe* Recipes::named(std::string_view name) const {
  for (const Recipe& one : *all_) {
    if (one.name() == name) return &one;
  }
  return nullptr;
}

Recipes::Found Recipes::find(std::string_view url) const {
  for (const Recipe& one : *all_) {
    Match match = one.match(url);
    if (match.kind != PageKind::kOther) return {.recipe = &one, .match = std::move(match)};
  }
  return {};
}

}  // namespace freshet::extract
