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

// Moves the cursor, ends the line or turns the direction of writing: controls of ASCII and Latin-1,
// line and paragraph separators, bidirectional marks.
bool is_control(char32_t code);

// Columns that a character takes on a terminal: 0, 1 or 2 (East Asian wide, emoji).
int columns_of(char32_t code);

// Appends a value to a line of key=value pairs so that it stays one value of one line: in quotes
// when it has spaces, quotes, '=' or nothing in it; controls as \n, \t, \x1b or \u{202e}; bytes
// that are not UTF-8 as \xff.
void append_value(std::string& out, std::string_view value);

// Escapes in finished JSON the controls that JSON allows in strings but terminals obey.
std::string escape_json_controls(std::string_view json);

}  // namespace freshet::telemetry
