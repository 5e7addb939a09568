#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "search/sample_collection.h"

namespace freshet::test {

// The documentation packages of Debian that a labelled set of queries is about, each a site of its
// own ("http://python.test/library/csv.html").
struct Documentation {
  std::vector<std::string> missing;  // packages that are not installed; then there are no pages
  SampleCollection collection;       // rows as a conversion makes them
};

// Reads all pages of all packages. Ranks are made as `freshet rank` makes them, from the links of
// all pages.
Documentation read_documentation();

// A query and the pages that answer it.
struct LabelledQuery {
  std::string query;
  std::vector<std::string> answers;  // URLs
};

// tests/search/data/documentation_queries.tsv
std::vector<LabelledQuery> documentation_queries();

}  // namespace freshet::test
