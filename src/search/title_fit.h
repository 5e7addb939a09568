#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "search/page_words.h"
#include "search/query.h"
#include "search/ranking.h"
#include "words/segmenter.h"

namespace freshet::search {

// At which words of a title a match of the query ends.
class TitleMatch {
 public:
  // In `from_start`, bit n is set if a match begins at the title's beginning and has n words.
  // `found` says whether there is any match.
  TitleMatch(uint64_t from_start, bool found) : bits_(from_start << 1 | (found ? 1 : 0)) {}

  // The fit, if the title has this number of words.
  TitleFit fit(size_t title_words) const;
  // The best fit that is possible for a title of any number of words.
  TitleFit best_fit() const;

 private:
  uint64_t bits_;  // packed into one number, because a scan keeps one of these for each page
};

// Matches a query with a title, clause by clause. Positions of words are bits; words from the 63rd
// on are ignored.
class TitleMatcher {
 public:
  // Adds a phrase of the current clause, which begins at these positions and has so many words.
  void add_phrase(uint64_t positions, size_t words) {
    next_from_start_ |= (from_start_ & positions) << words;
    next_from_anywhere_ |= (from_anywhere_ & positions) << words;
  }
  void end_clause() {
    from_start_ = std::exchange(next_from_start_, 0);
    from_anywhere_ = std::exchange(next_from_anywhere_, 0);
  }
  TitleMatch result() const { return {from_start_, from_anywhere_ != 0}; }

 private:
  // The positions at which the next clause may begin: after the clauses so far, which began at the
  // title's beginning, or anywhere.
  uint64_t from_start_ = 1;
  uint64_t from_anywhere_ = ~uint64_t{0};
  uint64_t next_from_start_ = 0;
  uint64_t next_from_anywhere_ = 0;
};

// The best fit of the query with a title, without the number of its section, or with one of the
// title's parts (catalog/title.h).
TitleFit title_fit(const Passage& title, const Query& query, words::Segmenter& segmenter);

}  // namespace freshet::search
