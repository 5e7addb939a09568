#pragma once

#include <span>
#include <string_view>

#include "aquarium/kinds.h"
#include "charset/encoding.h"

namespace freshet::aquarium {

// The words of a language, and how sentences are made of them. UTF-8.
struct Vocabulary {
  std::string_view lang;  // as in <html lang>
  std::span<const std::string_view> words;
  std::string_view space;  // between words
  std::string_view comma;
  std::string_view stop;         // ends a sentence; includes the space after it
  bool capitals;                 // a sentence begins with a capital
  std::string_view section;      // the beginning of a path segment, percent-encoded
  std::string_view section_raw;  // the same, not percent-encoded
  std::string_view not_found;
};

const Vocabulary& vocabulary(Writing writing);

charset::Encoding encoding(Writing writing);

}  // namespace freshet::aquarium
