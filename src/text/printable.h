#pragma once

#include <string>
#include <string_view>

// Makes untrusted text (page titles, URLs, robots.txt lines, error messages of servers) safe for a
// terminal. All output for people goes through these functions.
namespace freshet::text {

// Whether the character controls a terminal, or hides or reorders its neighbours. These are the
// control characters of ASCII and Latin-1, line and paragraph separators, bidirectional controls,
// invisible format characters and tags; but not joiners and variation selectors, which many scripts
// and emoji need.
bool is_control(char32_t code);

// Escape text for one line. A character for which is_control() is true becomes \n, \t, \x1b or
// \u{202e}; a byte that is not UTF-8 becomes \xff. Zero-width spaces and joiners (U+200B to U+200D)
// and ideographic variation selectors are kept only after a character beyond ASCII, and escaped
// elsewhere. The result contains no line end, and escaping it again does not change it.
std::string printable(std::string_view text);
void append_printable(std::string& out, std::string_view text);

// Escapes text of several lines: line feeds are kept, a tab becomes a space.
std::string printable_lines(std::string_view text);

}  // namespace freshet::text
