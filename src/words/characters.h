#pragma once

#include <array>
#include <cstdint>
#include <memory>

namespace freshet::words {

// How a character is treated when text is split into words.
enum class CharacterKind : uint8_t {
  kNone,        // separates words
  kLetter,      // letters and digits of scripts that write spaces between words
  kHangul,      // separate from kLetter, so that "API를" contains the word "api"
  kDictionary,  // Han, kana, Thai and others: words are found with a dictionary
  kJoining,     // marks, joiners and soft hyphens: belong to the character before them
};

struct Character {
  CharacterKind kind = CharacterKind::kNone;
  // Folding does not change a word that consists of such characters.
  bool folded = false;
};

// The properties of characters, from ICU. They are looked up in blocks of 256 at their first use.
class Characters {
 public:
  Character of(char32_t c) {
    const auto& block = blocks_[c >> 8];
    return block != nullptr ? (*block)[c & 0xFF] : look_up(c);
  }

 private:
  using Block = std::array<Character, 256>;
  Character look_up(char32_t c);

  std::array<std::unique_ptr<Block>, 0x1100> blocks_;
};

}  // namespace freshet::words
