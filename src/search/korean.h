#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

// Korean as far as searching needs it: words are written with their particles.
namespace freshet::search {

// Ends in a Hangul syllable.
bool ends_in_hangul(std::string_view term);

bool is_one_syllable(std::string_view term);

// Those that follow nouns.
std::span<const std::string_view> particles();

// The word without the particle at its end: "한국에서" gives "한국". Empty if the word is a
// particle itself; nullopt if it ends in none, or too little would be left to tell that it is one.
std::optional<std::string_view> without_particle(std::string_view term);

// Every syllable as the letters that it is written with, other characters as they are: two words
// that differ in one keystroke differ in one character.
std::u32string keystrokes(std::string_view term);

}  // namespace freshet::search
