#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "words/stemmer.h"

namespace freshet::words {

// Changes when the same text would give other words: an index made with another is made anew.
inline constexpr int kVersion = 2;

// A word as an index has it, and where it stands.
struct Word {
  std::string_view term;  // folded: NFKC, no case; valid until the next word
  size_t begin = 0;       // bytes of the text
  size_t end = 0;
};

// Text in any language to words: at white space and punctuation, and by dictionary where a language
// writes without spaces (ICU). What is no valid UTF-8 separates words. Pure ASCII takes a path of
// its own that gives the same. For one thread; keep it, making one is expensive.
class Segmenter {
 public:
  Segmenter();
  ~Segmenter();
  Segmenter(Segmenter&&) noexcept;
  Segmenter& operator=(Segmenter&&) noexcept;

  void each_word(std::string_view text, const std::function<void(const Word&)>& take);
  // The terms, each behind a space: what is written into a full-text index. A term never has a
  // space or an ASCII character that is no letter or digit.
  void append_terms(std::string_view text, std::string& out);

  // For those who need words and their stems; of the same thread.
  Stemmer& stemmer() { return stemmer_; }

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
  Stemmer stemmer_;
};

}  // namespace freshet::words
