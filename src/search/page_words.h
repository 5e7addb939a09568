#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "search/query.h"
#include "words/segmenter.h"

namespace freshet::search {

// A visible text of a page, and the language by which its words are stemmed.
struct Passage {
  std::string_view text;
  std::string_view language = {};
};

// A word in the form in which it is indexed, and its position in the text.
struct PageWord {
  std::string term;
  // The marked stem of the word, if the query contains it; otherwise empty. It refers to the query,
  // which must outlive this.
  std::string_view stem;
  size_t begin = 0;  // bytes in the text
  size_t end = 0;
};

// Splits a text into its words.
std::vector<PageWord> page_words(const Passage& passage, const Query& query,
                                 words::Segmenter& segmenter);

}  // namespace freshet::search
