#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "extract/recipe.h"
#include "toml/toml.h"

namespace freshet::extract {

// Collects what is wrong with a recipe.
class RecipeErrors {
 public:
  explicit RecipeErrors(std::string_view recipe) : recipe_(recipe) {}

  void add(toml::Place place, std::string message);
  // Points at a byte of a string value, if that is possible.
  void add_inside(const toml::Value& string, size_t offset, std::string message);
  bool empty() const { return errors_.empty(); }
  // Returns the errors in the order of the text, at most 100 and a last one that says how many more
  // there are.
  std::vector<RecipeError> take() &&;

 private:
  std::string_view recipe_;
  std::vector<RecipeError> errors_;
  size_t count_ = 0;
};

// Quotes a text for a message: on one line, without control characters, cut after 60 bytes.
std::string in_quotes(std::string_view text);

}  // namespace freshet::extract
