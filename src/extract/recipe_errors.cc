#include "extract/recipe_errors.h"

#include <algorithm>
#include <tuple>

#include "text/printable.h"
#include "text/utf8.h"

namespace freshet::extract {
namespace {

constexpr size_t kMostErrors = 100;

}  // namespace

void RecipeErrors::add(toml::Place place, std::string message) {
  if (++count_ <= kMostErrors) errors_.push_back({place.line, place.column, std::move(message)});
}

void RecipeErrors::add_inside(const toml::Value& string, size_t offset, std::string message) {
  // Finding the place takes time proportional to the text.
  if (count_ < kMostErrors) {
    add(toml::place_inside(recipe_, string, offset), std::move(message));
  } else {
    ++count_;
  }
}

std::vector<RecipeError> RecipeErrors::take() && {
  std::stable_sort(errors_.begin(), errors_.end(), [](const RecipeError& a, const RecipeError& b) {
    return std::tie(a.line, a.column) < std::tie(b.line, b.column);
  });
  if (count_ > errors_.size()) {
    errors_.push_back(
        {0, 0, "there are " + std::to_string(count_ - errors_.size()) + " more errors"});
  }
  return std::move(errors_);
}

std::string in_quotes(std::string_view text) {
  constexpr size_t kShown = 60;
  const bool is_cut = text.size() > kShown;
  if (is_cut) text = text.substr(0, text::whole_characters(text.substr(0, kShown)));
  return "\"" + text::printable(text) + (is_cut ? "..." : "") + "\"";
}

}  // namespace freshet::extract
