#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "extract/recipe.h"
#include "result/result.h"

namespace freshet::extract {

// The recipes of a collection. A URL belongs to the first one that it matches. Copies share their
// recipes; any thread may use them.
class Recipes {
 public:
  Recipes();
  // The error names the recipe and the place in it. Two recipes cannot have the same name.
  static Result<Recipes> parse(const std::vector<std::string>& texts);

  bool empty() const { return all_->empty(); }
  const std::vector<Recipe>& all() const { return *all_; }
  // Returns nullptr if there is none.
  const Recipe* named(std::string_view name) const;

  struct Found {
    const Recipe* recipe = nullptr;  // nullptr: the URL is neither a list nor an item
    Match match;
  };
  // `url` is canonical.
  Found find(std::string_view url) const;

 private:
  std::shared_ptr<const std::vector<Recipe>> all_;
};

}  // namespace freshet::extract
