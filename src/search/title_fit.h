#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "search/page_words.h"
#include "search/query.h"
#include "search/ranking.h"
#include "words/segmenter.h"

namespace freshet::search {

// Where in a title the query may end, if it stands in it.
class TitleEnds {
 public:
  // Ends from the title's beginning on as bits, by the words before them; whether it has any.
  TitleEnds(uint64_t from_start, bool has_it) : bits_(from_start << 1 | (has_it ? 1 : 0)) {}

  // Of a title of so many words.
  TitleFit fit(size_t title_words) const;
  // If the title has no more words than were asked for.
  TitleFit best_fit() const;

 private:
  uint64_t bits_;  // one number: there are as many as pages found
};

// Puts a query to a title, clause by clause. Places are bits; words from the 63rd on have none.
class TitleReach {
 public:
  // A phrase of the clause that comes next, which begins at these places.
  void phrase(uint64_t places, size_t words) {
    next_from_start_ |= (from_start_ & places) << words;
    next_from_anywhere_ |= (from_anywhere_ & places) << words;
  }
  void end_of_clause() {
    from_start_ = std::exchange(next_from_start_, 0);
    from_anywhere_ = std::exchange(next_from_anywhere_, 0);
  }
  TitleEnds ends() const { return {from_start_, from_anywhere_ != 0}; }

 private:
  uint64_t from_start_ = 1;
  uint64_t from_anywhere_ = ~uint64_t{0};
  uint64_t next_from_start_ = 0;
  uint64_t next_from_anywhere_ = 0;
};

// Of a title as it is written, without the number of a section; the best of its parts and of the
// whole (catalog/title.h).
TitleFit title_fit(const Passage& title, const Query& query, words::Segmenter& segmenter);

}  // namespace freshet::search
