#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "catalog/writer.h"

namespace freshet::bench {

// Random words with the frequencies of a language: the n-th most common word is n times rarer than
// the first.
class Vocabulary {
 public:
  explicit Vocabulary(size_t words);

  const std::string& word(size_t place) const { return words_[place]; }
  size_t size() const { return words_.size(); }
  // `random` must be uniform in [0, 1).
  const std::string& draw(double random) const;

 private:
  std::vector<std::string> words_;
  std::vector<double> up_to_;  // the share of this and all more common words
};

// Makes a catalogue of `pages` pages with about 330 words, on 50 sites. A quarter of it is Korean,
// with particles.
void make_catalogue(catalog::Writer& writer, int64_t pages, const Vocabulary& vocabulary);

}  // namespace freshet::bench
