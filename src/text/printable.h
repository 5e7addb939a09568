#pragma once

#include <string>
#include <string_view>

// Text of strangers (page titles, URLs, robots.txt lines, error messages of servers) on its way to
// a terminal. Everything that people read goes through these functions.
namespace freshet::text {

// A character that a terminal obeys or that hides or reorders its neighbours: the controls of ASCII
// and Latin-1, line and paragraph separators, bidirectional controls, invisible format characters,
// tags. Not the joiners and the variation selectors, which many scripts and emoji need.
bool is_control(char32_t code);

// One field of one line: what is_control() names is shown as \n, \t, \x1b or \u{202e}, a byte that
// is not UTF-8 as \xff. Zero-width spaces and joiners (U+200B to U+200D) and ideographic variation
// selectors stay as they are only after a character beyond ASCII. The result has no line end, and
// escaping it again changes nothing.
std::string printable(std::string_view text);
void append_printable(std::string& out, std::string_view text);

// Text of several lines: line feeds stay, a tab becomes a space.
std::string printable_lines(std::string_view text);

}  // namespace freshet::text
