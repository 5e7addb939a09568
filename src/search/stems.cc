#include "search/stems.h"

#include <algorithm>
#include <vector>

#include "search/ranking.h"

namespace freshet::search {
namespace {

// The limit on different stems of a word: each makes a query slower. It is seldom reached, since
// most stemmers agree on words of other languages.
constexpr size_t kMaxStems = 4;

std::vector<std::string> stems_of(const std::string& word, std::span<const std::string> languages,
                                  words::Stemmer& stemmer) {
  std::vector<std::string> stems;
  for (const std::string& language : languages) {
    const std::string stem(stemmer.stem(word, words::stem_language(language)));
    if (std::find(stems.begin(), stems.end(), stem) == stems.end()) stems.push_back(stem);
    if (stems.size() == kMaxStems) break;
  }
  return stems;
}

// A page has the marked stem at the position of every word with that stem, except where the word
// itself equals the stem. So both are searched: the marked stem, and the stem as a word.
void add_forms(Clause& clause, std::span<const std::string> languages, words::Stemmer& stemmer) {
  const Phrase written = clause.phrases[0];
  for (const std::string& stem : stems_of(written.terms.back(), languages, stemmer)) {
    Phrase form = written;
    form.weight = kStemWeight;
    form.terms.back() = std::string(words::kStemMark) + stem;
    clause.phrases.push_back(form);
    if (stem == written.terms.back()) continue;
    form.terms.back() = stem;
    clause.phrases.push_back(std::move(form));
  }
}

}  // namespace

void add_stems(Query& query, std::span<const std::string> languages, words::Stemmer& stemmer) {
  for (Clause& clause : query.required) {
    if (!clause.quoted && !clause.phrases[0].prefix) add_forms(clause, languages, stemmer);
  }
}

}  // namespace freshet::search
