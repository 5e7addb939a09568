#pragma once

#include <cstdint>
#include <string_view>

namespace freshet::change::internal {

enum class TokenKind : uint8_t {
  kWord,
  kNumber,
  kShortNumber,  // at most four digits: part of a date if it stands beside one
  kDate,
};

struct Token {
  TokenKind kind = TokenKind::kWord;
  std::string_view text;  // empty: there is none left
};

// Takes the next token off the text: a run of ASCII letters, digits and signs, or of anything else
// that is no white space. At most 512 bytes.
Token take_token(std::string_view& rest);

}  // namespace freshet::change::internal
