#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace freshet::telemetry {

struct CodePoint {
  char32_t code = 0;
  size_t length = 1;   // in bytes
  bool valid = false;  // false: `code` is one byte that is not UTF-8
};
// Returns the first code point of the text, which must not be empty.
CodePoint first_code_point(std::string_view text);

// Returns the number of columns that a character takes on a terminal: 0, 1 or 2 (East Asian wide
// characters and emoji).
int columns_of(char32_t code);

// Appends a value to a line of key=value pairs, escaped by text::printable(). A value that is empty
// or contains a space, quote, backslash or '=' is put in quotes.
void append_value(std::string& out, std::string_view value);

}  // namespace freshet::telemetry
