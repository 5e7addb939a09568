#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "search/page_words.h"
#include "search/query.h"
#include "words/segmenter.h"

namespace freshet::search {

// A match of the query in a snippet; begin and end are bytes.
struct Mark {
  size_t begin = 0;
  size_t end = 0;

  bool operator==(const Mark&) const = default;
};

struct Snippet {
  std::string text;  // on one line, white space collapsed
  std::vector<Mark> marks;
  bool cut_before = false;  // the text has more before the snippet
  bool cut_after = false;   // the text has more after it
};

// Returns the piece of a text that has the most of the query's clauses, about `longest` bytes long;
// if nothing matches, the beginning of the text. Only the first 64 KiB of the text are searched.
Snippet make_snippet(const Passage& passage, const Query& query, words::Segmenter& segmenter,
                     size_t longest);

}  // namespace freshet::search
