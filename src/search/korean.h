#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

// What searching must know about Korean, where a noun is written together with its particle.
namespace freshet::search {

// True if the term ends in a Hangul syllable.
bool ends_in_hangul(std::string_view term);

bool is_one_syllable(std::string_view term);

// The particles that follow nouns.
std::span<const std::string_view> particles();

// Removes the particle at the end of a word: "한국에서" becomes "한국". Returns an empty string if
// the word is a particle itself; nullopt if it does not end in a particle, or if what remains is
// too short to be sure that it does.
std::optional<std::string_view> without_particle(std::string_view term);

// Decomposes every Hangul syllable into its letters, and leaves other characters as they are. Two
// words that differ in one keystroke then differ in one character.
std::u32string keystrokes(std::string_view term);

}  // namespace freshet::search
