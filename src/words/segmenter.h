#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "words/stemmer.h"

namespace freshet::words {

// Must change when the same text would give different words. An index that was made with another
// version is rebuilt.
inline constexpr int kVersion = 2;

// A word of a text.
struct Word {
  std::string_view term;  // the word after NFKC_Casefold, as indexed; valid until the next word
  size_t begin = 0;       // byte range in the text
  size_t end = 0;
};

// Splits text in any language into words: at white space and punctuation, and with ICU's
// dictionaries for languages that are written without spaces. Bytes that are not valid UTF-8
// separate words. ASCII text has a faster implementation with the same results. Not thread-safe.
// Keep the object, because creating one is expensive.
class Segmenter {
 public:
  Segmenter();
  ~Segmenter();
  Segmenter(Segmenter&&) noexcept;
  Segmenter& operator=(Segmenter&&) noexcept;

  void each_word(std::string_view text, const std::function<void(const Word&)>& take);
  // Appends the terms for a full-text index, each after a space. Of ASCII, a term contains only
  // letters and digits.
  void append_terms(std::string_view text, std::string& out);

  // A stemmer for callers that need words and their stems. Use it in the same thread.
  Stemmer& stemmer() { return stemmer_; }

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
  Stemmer stemmer_;
};

}  // namespace freshet::words
