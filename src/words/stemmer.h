#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace freshet::words {

// The stemmers that fit a text: one for its language, and one for its ASCII words, which differ
// where the language is not written in Latin letters.
struct StemLanguage {
  uint8_t own = 0;  // a row of the table of stemmers; 0: words stay as they are
  uint8_t ascii = 0;

  bool operator==(const StemLanguage&) const = default;
};

// By a BCP 47 tag in lower case, of which the first part counts; empty: unknown. ASCII words of a
// language that Snowball does not know, and of pages of unknown language, are stemmed as English:
// most of them are English, and a wrong stem costs little, since the exact word counts more.
StemLanguage stem_language(std::string_view tag);

// In a full-text index the stem of a word is a term behind this mark (U+E001, which no word has in
// it), at the place of the word. A word that is its own stem has no such term.
inline constexpr std::string_view kStemMark = "\xEE\x80\x81";

// Where a list of terms has one that stands at the place of the term before it, this character
// joins the two.
inline constexpr char kSamePlace = '\x1F';

// Snowball, with a cache of stems, since the vocabulary of a collection repeats: up to 2.6 MB for
// each language that is used. For one thread.
class Stemmer {
 public:
  Stemmer();
  ~Stemmer();
  Stemmer(Stemmer&&) noexcept;
  Stemmer& operator=(Stemmer&&) noexcept;

  // `term` is folded. Terms with digits, of two bytes, or of more than 40 bytes are their own
  // stems. The result is valid until the next call, as long as the term is.
  std::string_view stem(std::string_view term, StemLanguage language);

  // Copies terms, each behind a space, and adds the stems that differ, marked and joined to their
  // words.
  void append_with_stems(std::string_view terms, StemLanguage language, std::string& out);

 private:
  struct Algorithm;
  Algorithm& algorithm(uint8_t number);

  std::vector<std::unique_ptr<Algorithm>> algorithms_;
};

}  // namespace freshet::words
