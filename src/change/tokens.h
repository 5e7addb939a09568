#pragma once

#include <cstdint>
#include <string_view>

namespace freshet::change::internal {

enum class TokenKind : uint8_t {
  kWord,
  kNumber,
  kShortNumber,  // at most four digits: part of a date if it is beside one
  kDate,
};

struct Token {
  TokenKind kind = TokenKind::kWord;
  std::string_view text;  // empty at the end of the text
};

// Removes the next token from the front of the text and returns it. A token is a run of ASCII
// letters, digits and signs, or a run of other bytes that are not white space. It has at most 512
// bytes.
Token take_token(std::string_view& rest);

}  // namespace freshet::change::internal
