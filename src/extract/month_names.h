#pragma once

#include <string>
#include <string_view>

namespace freshet::extract {

// Returns the number (1 to 12) of a month that is named or abbreviated in one of some twenty
// languages of Europe; 0 if the word, which must be in lower case, is no month.
int month_of(std::string_view word);

// Lower case for ASCII, Latin-1 and the Cyrillic alphabet, which is enough for the names of months.
std::string lower_word(std::string_view word);

}  // namespace freshet::extract
