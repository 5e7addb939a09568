#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace freshet::extract {

// A part of a text that may contain a date.
struct DateToken {
  enum class Kind : uint8_t { kNumber, kWord, kMark };
  Kind kind = Kind::kMark;
  bool has_space_before = false;
  std::string_view digits;  // of a number
  int number = 0;           // of at most 9 digits, otherwise -1
  std::string word;         // in lower case
  char mark = 0;            // '-'
};

// Divides a folded text into numbers, words and other characters, without white space. The tokens
// point into the text.
std::vector<DateToken> date_tokens(std::string_view folded);

// A position among tokens. The functions return whether the next token is of that kind, and then
// pass it.
class TokenCursor {
 public:
  explicit TokenCursor(const std::vector<DateToken>& tokens, size_t at = 0)
      : tokens_(&tokens), at_(at) {}

  bool is_at_end() const { return at_ == tokens_->size(); }
  // Whether white space is before the next token.
  bool is_behind_space() const { return !is_at_end() && (*tokens_)[at_].has_space_before; }

  // A number with this many digits.
  bool number(size_t least_digits, size_t most_digits, int& out);
  bool mark(char c);
  bool mark_of(std::string_view characters, char& out);
  bool word_of(std::initializer_list<std::string_view> words);
  bool month(int& out);
  // Any word; it is valid as long as the tokens.
  bool word(std::string_view& out);

 private:
  const DateToken* peek(DateToken::Kind kind) const;

  const std::vector<DateToken>* tokens_;
  size_t at_;
};

}  // namespace freshet::extract
