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
  Match match;  // without its text
  Snippet snippet;
};

struct Found {
  std::vector<Hit> hits;  // the best first
  uint64_t total = 0;     // of the whole, not of this slice
  bool total_is_estimate = false;
  std::optional<std::string> did_you_mean;  // where little was found
};

// The whole way: from what somebody typed to what is shown.
Result<Found> search(Index& index, words::Segmenter& segmenter, std::string_view query_text,
                     const Slice& slice);

}  // namespace freshet::search
