#pragma once

#include <string>
#include <vector>

#include "extract/guess_fields.h"
#include "extract/guess_site.h"

namespace freshet::extract {

// What a proposed recipe says.
struct GuessedRecipe {
  std::string name;
  std::vector<std::string> seeds;
  GuessedSite site;
  std::vector<GuessedField> fields;
  std::vector<std::string> remarks;
};

// Returns the recipe as TOML, with comments that say what supports its parts.
std::string text_of(const GuessedRecipe& recipe);

}  // namespace freshet::extract
