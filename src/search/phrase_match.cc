#include "search/phrase_match.h"

namespace freshet::search {

size_t phrase_length_at(std::span<const PageWord> words, size_t at, const Phrase& phrase) {
  const size_t length = phrase.terms.size();
  if (words.size() - at < length) return 0;
  for (size_t i = 0; i < length; ++i) {
    const PageWord& word = words[at + i];
    const bool matches = phrase.prefix && i + 1 == length
                             ? word.term.starts_with(phrase.terms[i])
                             : word.term == phrase.terms[i] || word.stem == phrase.terms[i];
    if (!matches) return 0;
  }
  return length;
}

}  // namespace freshet::search
