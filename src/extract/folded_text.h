#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace freshet::extract {

// Only this much of a text is searched for a number, an amount or a date.
inline constexpr size_t kMaxFoldedBytes = 4'096;
// Stands for spaces between which no line may break, such as U+00A0.
inline constexpr char kHardSpace = '\x1F';

// Returns the start of a text in a form that is easier to parse: digits and punctuation of full
// width, Arabic digits and separators, apostrophes and dashes become those of ASCII; spaces that do
// not break a line become kHardSpace, other white space becomes a space, invisible characters are
// left out.
std::string folded(std::string_view text);

// Whether the byte belongs to a letter; of letters beyond ASCII all bytes do, and those of symbols.
bool is_letter_byte(char c);

}  // namespace freshet::extract
