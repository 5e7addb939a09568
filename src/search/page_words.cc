#include "search/page_words.h"

namespace freshet::search {
namespace {

// The marked stems in a query (words::kStemMark).
std::vector<std::string_view> stems_of(const Query& query) {
  std::vector<std::string_view> stems;
  for (const Clause& clause : query.required) {
    for (const Phrase& phrase : clause.phrases) {
      const std::string_view last = phrase.terms.back();
      if (last.starts_with(words::kStemMark)) stems.push_back(last);
    }
  }
  return stems;
}

// Returns the marked stem of the query that equals `stem`; empty if there is none.
std::string_view find_stem(const std::vector<std::string_view>& stems, std::string_view stem) {
  for (const std::string_view marked : stems) {
    if (marked.size() == words::kStemMark.size() + stem.size() && marked.ends_with(stem)) {
      return marked;
    }
  }
  return {};
}

}  // namespace

std::vector<PageWord> page_words(const Passage& passage, const Query& query,
                                 words::Segmenter& segmenter) {
  const words::StemLanguage language = words::stem_language(passage.language);
  const std::vector<std::string_view> stems = stems_of(query);
  std::vector<PageWord> words;
  words.reserve(passage.text.size() / 6);
  segmenter.each_word(passage.text, [&](const words::Word& word) {
    PageWord& added = words.emplace_back();
    added.term = word.term;
    added.begin = word.begin;
    added.end = word.end;
    if (stems.empty()) return;
    added.stem = find_stem(stems, segmenter.stemmer().stem(word.term, language));
  });
  return words;
}

}  // namespace freshet::search
