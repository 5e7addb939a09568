#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace freshet::words {

// Returns the prefix term of a Korean word: U+E000, which no word of a text contains, and the first
// two syllables. Returns nullopt for a word that does not begin with two Hangul syllables.
//
// Korean words are searched by their prefix, because particles follow them. An index may therefore
// contain the prefix term of each word at the position of the word.
std::optional<std::string> prefix_term(std::string_view term);

}  // namespace freshet::words
