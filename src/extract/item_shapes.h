#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "extract/page_roles.h"
#include "extract/page_survey.h"
#include "extract/url_shape.h"

namespace freshet::extract {

// The shape of URLs of items.
struct ItemShape {
  UrlShape shape;
  size_t links = 0;      // of lists, from which it was made
  size_t examples = 0;   // pages, likewise
  bool has_keys = true;  // the identifying piece differs in all of these URLs
};

// Returns the shapes of what the lists name, the most frequent first, and of the items among the
// example pages. Empty if no example has a URL that can be read.
std::vector<ItemShape> item_shapes(const std::vector<PageSurvey>& pages,
                                   const std::vector<PageRole>& roles);

}  // namespace freshet::extract
