#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "search/query.h"
#include "words/segmenter.h"

namespace freshet::search {

// Text as a page shows it, and the language by which its words are stemmed.
struct Passage {
  std::string_view text;
  std::string_view language = {};
};

// A word as an index has it, and where it stands in the text.
struct PageWord {
  std::string term;
  std::string_view stem;  // of the query, which must outlive this; empty where the query has it not
  size_t begin = 0;
  size_t end = 0;
};

std::vector<PageWord> page_words(const Passage& passage, const Query& query,
                                 words::Segmenter& segmenter);

}  // namespace freshet::search
