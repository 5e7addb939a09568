#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "result/result.h"
#include "search/index.h"
#include "search/snippet.h"
#include "words/segmenter.h"

namespace freshet::search {

struct Hit {
  Match match;  // its text and boilerplate are empty
  Snippet snippet;
};

struct SearchResult {
  std::vector<Hit> hits;  // the best first
  uint64_t total = 0;     // number of all matches, not only of this slice
  bool total_is_estimate = false;
  std::optional<std::string> did_you_mean;  // a corrected query, if there are few matches
};

// Parses a query as it was typed, runs it, and makes snippets of the matches.
Result<SearchResult> search(Index& index, words::Segmenter& segmenter, std::string_view query_text,
                            const Slice& slice);

}  // namespace freshet::search
