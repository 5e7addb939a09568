#pragma once

#include <cstddef>
#include <vector>

#include "extract/page_survey.h"
#include "extract/url_shape.h"
#include "pattern/pattern.h"

namespace freshet::extract {

// The shape of URLs of lists.
struct ListShape {
  UrlShape shape;
  bool is_continuation = false;  // the second and further pages of lists
  size_t links = 0;              // of the example lists that have this shape
};

// Returns the shapes of the lists among the example pages and of the pages that continue them.
// `lists` are indices of pages with a URL that could be read.
std::vector<ListShape> list_shapes(const std::vector<PageSurvey>& pages,
                                   const std::vector<size_t>& lists,
                                   const std::vector<pattern::Pattern>& items);

}  // namespace freshet::extract
