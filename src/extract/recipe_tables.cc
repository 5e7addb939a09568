#include "extract/tables.h"

namespace freshet::extract {

std::vector<ItemTables> tables_of(const Recipes& recipes) {
  std::vector<std::string> taken;
  std::vector<ItemTables> all;
  for (const Recipe& recipe : recipes.all()) {
    all.push_back(tables_of(recipe.name(), recipe.fields(), recipe.records(), taken));
  }
  return all;
}

}  // namespace freshet::extract
