#include "search/title_fit.h"

#include <algorithm>
#include <vector>

#include "catalog/title.h"
#include "search/phrase_match.h"

namespace freshet::search {
namespace {

constexpr size_t kPlaces = 63;

uint64_t places_of(const Phrase& phrase, const std::vector<PageWord>& words) {
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

namespace {

TitleFit fit_of(const Passage& title, const Query& query, words::Segmenter& segmenter) {
  const std::vector<PageWord> words = page_words(title, query, segmenter);
  TitleReach reach;
  for (const Clause& clause : query.wanted) {
    for (const Phrase& phrase : clause.phrases) {
      reach.phrase(places_of(phrase, words), phrase.terms.size());
    }
    reach.end_of_clause();
  }
  return reach.ends().fit(words.size());
}

}  // namespace

TitleFit title_fit(const Passage& title, const Query& query, words::Segmenter& segmenter) {
  const std::string_view text = catalog::without_section_number(title.text);
  TitleFit best = fit_of({text, title.language}, query, segmenter);
  if (best == TitleFit::kOther) return best;
  for (const std::string_view part : catalog::title_parts(text)) {
    best = std::max(best, fit_of({part, title.language}, query, segmenter));
  }
  return best;
}

}  // namespace freshet::search
