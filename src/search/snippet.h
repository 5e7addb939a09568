#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "search/page_words.h"
#include "search/query.h"
#include "words/segmenter.h"

namespace freshet::search {

// A word or phrase that was searched for, in bytes of the snippet.
struct Mark {
  size_t begin = 0;
  size_t end = 0;

  bool operator==(const Mark&) const = default;
};

struct Snippet {
  std::string text;  // on one line, white space collapsed
  std::vector<Mark> marks;
  bool cut_before = false;  // something stands before it, behind it
  bool cut_behind = false;
};

// The piece of a text with most of what is wanted in it, about as long as `longest` bytes; the
// beginning where nothing is. Looks at the first 64 kB of the text only.
Snippet make_snippet(const Passage& passage, const Query& query, words::Segmenter& segmenter,
                     size_t longest);

}  // namespace freshet::search
