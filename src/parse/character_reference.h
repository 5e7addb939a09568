#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace freshet::parse {

// A named character reference at the start of a text.
struct NamedReference {
  size_t length = 0;            // of the name, including its ';' if it has one; 0 if there is none
  std::string_view characters;  // UTF-8 of the characters that the name stands for
};

// Returns the longest name of the HTML Standard's table (13.5) with which `text` begins. `text` is
// what follows the '&'.
NamedReference find_named_reference(std::string_view text);

// The length of the longest name, including its ';'.
inline constexpr size_t kMaxReferenceNameLength = 32;

// Appends the character that &#number; stands for (13.2.5.80): U+FFFD for surrogates, NUL and
// numbers that are too large, and the character of windows-1252 for the C1 controls.
void append_numeric_reference(uint32_t number, std::string& out);

}  // namespace freshet::parse
