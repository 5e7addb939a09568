#include "search/title_fit.h"

#include <algorithm>
#include <vector>

#include "catalog/title.h"
#include "search/phrase_match.h"

namespace freshet::search {
namespace {

constexpr size_t kMaxPositions = 63;

// Where the phrase begins, as bits.
uint64_t positions_of(const Phrase& phrase, const std::vector<PageWord>& words) {
  uint64_t positions = 0;
  for (size_t at = 0; at < std::min(words.size(), kMaxPositions); ++at) {
    if (phrase_length_at(words, at, phrase) > 0) positions |= uint64_t{1} << at;
  }
  return positions;
}

}  // namespace

TitleFit TitleMatch::fit(size_t title_words) const {
  const uint64_t from_start = bits_ >> 1;
  if (from_start == 0) return bits_ == 0 ? TitleFit::kNone : TitleFit::kContains;
  const bool is_equal = title_words < kMaxPositions && (from_start >> title_words & 1) == 1;
  return is_equal ? TitleFit::kEquals : TitleFit::kStartsWith;
}

TitleFit TitleMatch::best_fit() const {
  return bits_ > 1 ? TitleFit::kEquals : fit(0);
}

namespace {

TitleFit fit_of(const Passage& title, const Query& query, words::Segmenter& segmenter) {
  const std::vector<PageWord> words = page_words(title, query, segmenter);
  TitleMatcher matcher;
  for (const Clause& clause : query.required) {
    for (const Phrase& phrase : clause.phrases) {
      matcher.add_phrase(positions_of(phrase, words), phrase.terms.size());
    }
    matcher.end_clause();
  }
  return matcher.result().fit(words.size());
}

}  // namespace

TitleFit title_fit(const Passage& title, const Query& query, words::Segmenter& segmenter) {
  const std::string_view text = catalog::without_section_number(title.text);
  TitleFit best = fit_of({text, title.language}, query, segmenter);
  if (best == TitleFit::kNone) return best;
  for (const std::string_view part : catalog::title_parts(text)) {
    best = std::max(best, fit_of({part, title.language}, query, segmenter));
  }
  return best;
}

}  // namespace freshet::search
