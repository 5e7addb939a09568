#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "dom/document.h"
#include "result/result.h"
#include "url/canonical.h"
#include "url/url.h"

namespace freshet::extract {

// A page of the site that a recipe is wanted for.
struct GuessPage {
  std::string html;  // UTF-8
  url::Url url;      // canonical
};

// What a recipe is guessed from.
struct GuessExamples {
  std::vector<GuessPage> pages;      // 1 to kMaxGuessPages: lists, items or both
  std::vector<GuessPage> items;      // pages of items that an earlier guess has named
  std::vector<std::string> remarks;  // comments at the start of the recipe
};
inline constexpr size_t kMaxGuessPages = 50;

struct GuessLimits {
  dom::TreeLimits tree;
  size_t max_links = 20'000;  // URLs of a page
};

// A proposal for a recipe, with comments that say what supports each part.
struct Guess {
  std::string toml;   // Recipe::parse() accepts it
  size_t items = 0;   // pages of items among the examples
  size_t fields = 0;  // that are proposed
  // URLs of items that the example lists name, in the order of the lists, without the examples.
  std::vector<std::string> item_links;
};

// Guesses which pages of a site are lists and items from the links between them, and the fields of
// items from what their pages have in common. An error says why nothing can be guessed. Takes time
// proportional to the length of the pages.
Result<Guess> guess_recipe(const GuessExamples& examples, const url::Canonicalizer& canonicalizer,
                           const GuessLimits& limits = {});

}  // namespace freshet::extract
