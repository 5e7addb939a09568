#include "search/title_fit.h"

#include <algorithm>
#include <string>
#include <vector>

#include "search/phrase_match.h"

namespace freshet::search {
namespace {

constexpr size_t kPlaces = 63;

uint64_t places_of(const Phrase& phrase, const std::vector<std::string>& words) {
  uint64_t places = 0;
  for (size_t at = 0; at < std::min(words.size(), kPlaces); ++at) {
    if (phrase_at(words, at, phrase) > 0) places |= uint64_t{1} << at;
  }
  return places;
}

}  // namespace

TitleFit TitleEnds::fit(size_t title_words) const {
  const uint64_t from_start = bits_ >> 1;
  if (from_start == 0) return bits_ == 0 ? TitleFit::kOther : TitleFit::kHasIt;
  const bool is_it = title_words < kPlaces && (from_start >> title_words & 1) == 1;
  return is_it ? TitleFit::kIsIt : TitleFit::kBeginsWithIt;
}

TitleFit TitleEnds::best_fit() const {
  return bits_ > 1 ? TitleFit::kIsIt : fit(0);
}

TitleFit title_fit(std::string_view title, const Query& query, words::Segmenter& segmenter) {
  std::vector<std::string> words;
  segmenter.each_word(title, [&](const words::Word& word) { words.emplace_back(word.term); });
  TitleReach reach;
  for (const Clause& clause : query.wanted) {
    for (const Phrase& phrase : clause.phrases) {
      reach.phrase(places_of(phrase, words), phrase.terms.size());
    }
    reach.end_of_clause();
  }
  return reach.ends().fit(words.size());
}

}  // namespace freshet::search
