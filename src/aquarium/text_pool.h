#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "aquarium/kinds.h"

namespace freshet::aquarium {

// The texts from which the pages of one writing are composed. They are made once, from the world's
// seed, in the writing's encoding. So writing a page costs little more than copying.
class TextPool {
 public:
  TextPool(uint64_t world_seed, Writing writing);

  // Each returns the text for a number; any number is valid.
  std::string_view paragraph(uint64_t number) const { return pick(paragraphs_, number); }
  std::string_view sentence(uint64_t number) const { return pick(sentences_, number); }
  std::string_view title(uint64_t number) const { return pick(titles_, number); }

  size_t mean_paragraph_bytes() const { return mean_paragraph_bytes_; }
  std::string_view lang() const { return lang_; }
  std::string_view charset() const { return charset_; }
  std::string_view not_found() const { return not_found_; }
  std::string_view section_raw() const { return section_raw_; }

 private:
  // There are 512 texts of each kind; the top nine bits of a hash of the number select one.
  static std::string_view pick(const std::vector<std::string>& texts, uint64_t number) {
    return texts[number * 0x9E3779B97F4A7C15 >> 55];
  }

  std::vector<std::string> paragraphs_;
  std::vector<std::string> sentences_;
  std::vector<std::string> titles_;
  size_t mean_paragraph_bytes_ = 0;
  std::string_view lang_;
  std::string_view charset_;
  std::string not_found_;
  std::string section_raw_;
};

}  // namespace freshet::aquarium
