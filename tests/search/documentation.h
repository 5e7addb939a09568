#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "search/sample_collection.h"

namespace freshet::test {

// The documentation packages of Debian for which there are labelled queries. Each package is a site
// ("http://python.test/library/csv.html").
struct Documentation {
  std::vector<std::string>
      missing;  // packages that are not installed; if any is missing, there are no pages
  SampleCollection collection;  // the rows that a conversion would write
};

// Reads all pages of all packages. Ranks are computed from the links between pages, as by `freshet
// rank`.
Documentation read_documentation();

// A query and the pages that answer it.
struct LabelledQuery {
  std::string query;
  std::vector<std::string> answers;  // URLs
};

// Reads tests/search/data/documentation_queries.tsv.
std::vector<LabelledQuery> documentation_queries();

}  // namespace freshet::test
