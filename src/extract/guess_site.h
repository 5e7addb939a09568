#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "extract/page_survey.h"
#include "extract/url_shape.h"

namespace freshet::extract {

// A pattern with what supports it.
struct GuessedPattern {
  std::string expression;
  std::string reason;  // a sentence, for a comment
};

// Which pages of a site are lists and items, as far as example pages show it.
struct GuessedSite {
  std::vector<size_t> lists;  // indices of the example pages
  std::vector<size_t> items;
  std::vector<GuessedPattern> item_patterns;
  std::vector<GuessedPattern> list_patterns;
  std::vector<GuessedPattern> others;  // of which lists have many links, too; the reason is a count
  // Why the group "id" of the item patterns is the key; empty if they have no such group.
  std::string key_reason;
  std::vector<std::string> item_links;  // URLs of items that lists link to and that are no example
  size_t matched_links = 0;             // of the example lists
  size_t links = 0;
};

// Example pages that the caller knows to be items.
struct KnownItems {
  size_t first = 0;  // the pages from this index on
};

// Returns a site without item patterns if the pages have neither links of one shape nor URLs that
// can be read.
GuessedSite guess_site(const std::vector<PageSurvey>& pages, KnownItems known);

}  // namespace freshet::extract
