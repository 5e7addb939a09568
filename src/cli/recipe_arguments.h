#pragma once

#include <string>
#include <vector>

#include "cli/command.h"

namespace freshet::cli {

// The arguments of `freshet recipe`.
struct RecipeArguments {
  std::string action;                 // "check", "try", "guess"
  std::vector<std::string> subjects;  // files of recipes, URLs or files with a page
  std::string page_url;               // of that file
  CrawlArguments fetching;            // how pages are fetched
};
int run_recipe(const Invocation& invocation, const RecipeArguments& arguments);

// The arguments of `freshet items`.
struct ItemsArguments {
  std::string recipe;
  std::vector<std::string> where;  // conditions, such as "price<20"
  bool csv = false;
};
int run_items(const Invocation& invocation, const ItemsArguments& arguments);

}  // namespace freshet::cli
