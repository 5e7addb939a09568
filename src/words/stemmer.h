#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace freshet::words {

// The stemmers for a text: one for its language, and one for its ASCII words. They differ if the
// language is not written in Latin letters.
struct StemLanguage {
  uint8_t own = 0;    // a row of the table of stemmers; 0: every word is its own stem
  uint8_t ascii = 0;  // likewise

  bool operator==(const StemLanguage&) const = default;
};

// Returns the stemmers for a BCP 47 tag in lower case, of which only the first part counts; an
// empty tag means an unknown language. ASCII words in an unknown language, or in one that Snowball
// does not support, are stemmed as English: most of them are English, and a wrong stem has little
// effect, because the exact word counts more.
StemLanguage stem_language(std::string_view tag);

// In a full-text index, the stem of a word is a term that begins with this mark (U+E001, which no
// word contains), at the position of the word. A word that is its own stem has no such term.
inline constexpr std::string_view kStemMark = "\xEE\x80\x81";

// In a list of terms, this character joins a term to the one before it if both are at the same
// position.
inline constexpr char kSamePlace = '\x1F';

// Stems words with Snowball. The vocabulary of a collection repeats, so stems are cached: up to 2.6
// MB for each language that is used. Not thread-safe.
class Stemmer {
 public:
  Stemmer();
  ~Stemmer();
  Stemmer(Stemmer&&) noexcept;
  Stemmer& operator=(Stemmer&&) noexcept;

  // Returns the stem of a folded term. Terms that contain a digit, have fewer than 3 bytes or more
  // than 40 are their own stems. The result is valid until the next call, and as long as `term`.
  std::string_view stem(std::string_view term, StemLanguage language);

  // Appends `terms`, which is a list of terms each after a space, and after each term its stem if
  // it differs: joined by kSamePlace, and with kStemMark.
  void append_with_stems(std::string_view terms, StemLanguage language, std::string& out);

 private:
  struct Algorithm;
  Algorithm& algorithm(uint8_t number);

  std::vector<std::unique_ptr<Algorithm>> algorithms_;
};

}  // namespace freshet::words
