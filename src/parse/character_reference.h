#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace freshet::parse {

// A named character reference found at the start of a text.
struct NamedReference {
  size_t length = 0;            // of the name in the text, with its ';' if it has one; 0: none
  std::string_view characters;  // what it stands for, UTF-8
};

// The longest name in the HTML Standard's table (13.5) that `text` (what follows a '&') begins
// with.
NamedReference find_named_reference(std::string_view text);

// No name is longer than this, its ';' included.
inline constexpr size_t kLongestReferenceName = 32;

// Appends what &#number; stands for (13.2.5.80: surrogates, NUL and numbers that are too large
// become U+FFFD, the C1 controls what windows-1252 has there).
void append_numeric_reference(uint32_t number, std::string& out);

}  // namespace freshet::parse
