#pragma once

#include <span>
#include <string_view>

#include "aquarium/kinds.h"
#include "charset/encoding.h"

namespace freshet::aquarium {

// The words of a language and how its sentences are put together. UTF-8.
struct Vocabulary {
  std::string_view lang;  // as in <html lang>
  std::span<const std::string_view> words;
  std::string_view space;  // between words
  std::string_view comma;
  std::string_view stop;         // ends a sentence, with the space after it
  bool capitals;                 // a sentence begins with one
  std::string_view section;      // the beginning of a path segment, percent-encoded
  std::string_view section_raw;  // the same as a careless author writes it
  std::string_view not_found;
};

const Vocabulary& vocabulary(Writing writing);

charset::Encoding encoding(Writing writing);

}  // namespace freshet::aquarium
