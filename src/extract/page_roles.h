#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "extract/page_survey.h"

namespace freshet::extract {

// Links of a page that are alike.
struct LinkGroup {
  std::vector<size_t> links;  // indices of PageSurvey::links
  double score = 0;           // how likely they are what the page lists
};

// The part that an example page has.
struct PageRole {
  bool is_item = false;
  std::vector<size_t> content;    // indices of links that are not navigation
  std::vector<LinkGroup> groups;  // of at least kLeastLinks, the best first
};

// A page that lists has so many links of one shape.
inline constexpr size_t kLeastLinks = 5;

// Decides which example pages are lists and which are items. Those from `first_item` on are known
// to be items.
std::vector<PageRole> roles_of(const std::vector<PageSurvey>& pages, size_t first_item);

}  // namespace freshet::extract
