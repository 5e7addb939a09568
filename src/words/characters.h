#pragma once

#include <array>
#include <cstdint>
#include <memory>

namespace freshet::words {

// What a character means to words.
enum class CharacterKind : uint8_t {
  kNone,        // separates words
  kLetter,      // letters and digits of scripts that write spaces between words
  kHangul,      // apart from letters, so that "API를" has the word "api"
  kDictionary,  // Han, kana, Thai and the like: only a dictionary knows where words end
  kJoining,     // marks, joiners, soft hyphens: go with what is before them
};

struct Character {
  CharacterKind kind = CharacterKind::kNone;
  // A word of such characters alone is folded already.
  bool folded = false;
};

// Unicode's properties as words need them, looked up at the first use of a block of 256.
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
