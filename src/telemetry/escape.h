#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace freshet::telemetry {

// What a terminal makes of text that may come from a stranger.
struct CodePoint {
  char32_t code = 0;
  size_t length = 1;   // in bytes
  bool valid = false;  // false: one byte that is not UTF-8
};
CodePoint first_code_point(std::string_view text);  // text is not empty

// Columns that a character takes on a terminal: 0, 1 or 2 (East Asian wide, emoji).
int columns_of(char32_t code);

// Appends a value to a line of key=value pairs so that it stays one value of one line: in quotes
// when it has spaces, quotes, '=' or nothing in it; else as text::printable() shows it.
void append_value(std::string& out, std::string_view value);

}  // namespace freshet::telemetry
