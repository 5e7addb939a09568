#pragma once

#include <cstddef>
#include <string>

#include "clock/instant.h"
#include "search/search.h"

// Formats search results, for people and as JSON.
namespace freshet::cli {

// Text put around the words found in snippets.
struct Marks {
  std::string before;
  std::string behind;
};

// What was searched for.
struct SearchRequest {
  std::string query;
  search::Slice slice;
  double seconds = 0;  // duration of the search
};

std::string format_search_result(const search::SearchResult& found, const SearchRequest& request,
                                 const Marks& marks);
// The format is in docs/formats/search.md.
std::string search_result_as_json(const search::SearchResult& found, const SearchRequest& request);

}  // namespace freshet::cli
