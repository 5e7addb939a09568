#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace freshet::words {

// Korean words are searched by their beginning, since particles follow them. So an index that can
// has, at the place of each, a second term for all that begin alike: U+E000, which no word of a
// text has in it, and the first two syllables. None of words that do not begin with two syllables.
std::optional<std::string> beginning_of(std::string_view term);

}  // namespace freshet::words
