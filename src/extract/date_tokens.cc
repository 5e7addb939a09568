#include "extract/date_tokens.h"

#include <algorithm>
#include <charconv>

#include "extract/folded_text.h"
#include "extract/month_names.h"
#include "text/ascii.h"

namespace freshet::extract {
namespace {

// The longest name of a month has fewer bytes.
constexpr size_t kMaxWord = 64;

DateToken number_token(std::string_view digits) {
  DateToken token{.kind = DateToken::Kind::kNumber, .digits = digits, .number = -1};
  if (digits.size() <= 9) {
    std::from_chars(digits.data(), digits.data() + digits.size(), token.number);
  }
  return token;
}

template <typename IsPart>
size_t end_of(std::string_view text, size_t at, IsPart is_part) {
  while (at < text.size() && is_part(text[at])) ++at;
  return at;
}

}  // namespace

std::vector<DateToken> date_tokens(std::string_view folded) {
  std::vector<DateToken> tokens;
  bool has_space = false;
  for (size_t at = 0; at < folded.size();) {
    const char c = folded[at];
    if (c == ' ' || c == kHardSpace) {
      has_space = true;
      ++at;
      continue;
    }
    size_t end = at + 1;
    if (text::is_digit(c)) {
      end = end_of(folded, at, text::is_digit);
      tokens.push_back(number_token(folded.substr(at, end - at)));
    } else if (is_letter_byte(c)) {
      end = end_of(folded, at, is_letter_byte);
      tokens.push_back({.kind = DateToken::Kind::kWord,
                        .word = lower_word(folded.substr(at, std::min(end - at, kMaxWord)))});
    } else {
      tokens.push_back({.kind = DateToken::Kind::kMark, .mark = c});
    }
    tokens.back().has_space_before = has_space;
    has_space = false;
    at = end;
  }
  return tokens;
}

const DateToken* TokenCursor::peek(DateToken::Kind kind) const {
  return at_ < tokens_->size() && (*tokens_)[at_].kind == kind ? &(*tokens_)[at_] : nullptr;
}

bool TokenCursor::number(size_t least_digits, size_t most_digits, int& out) {
  const DateToken* token = peek(DateToken::Kind::kNumber);
  if (token == nullptr || token->digits.size() < least_digits ||
      token->digits.size() > most_digits) {
    return false;
  }
  out = token->number;
  ++at_;
  return true;
}

bool TokenCursor::mark(char c) {
  const DateToken* token = peek(DateToken::Kind::kMark);
  if (token == nullptr || token->mark != c) return false;
  ++at_;
  return true;
}

bool TokenCursor::mark_of(std::string_view characters, char& out) {
  const DateToken* token = peek(DateToken::Kind::kMark);
  if (token == nullptr || characters.find(token->mark) == std::string_view::npos) return false;
  out = token->mark;
  ++at_;
  return true;
}

bool TokenCursor::word_of(std::initializer_list<std::string_view> words) {
  const DateToken* token = peek(DateToken::Kind::kWord);
  if (token == nullptr || std::find(words.begin(), words.end(), token->word) == words.end()) {
    return false;
  }
  ++at_;
  return true;
}

bool TokenCursor::month(int& out) {
  const DateToken* token = peek(DateToken::Kind::kWord);
  if (token == nullptr) return false;
  const int month = month_of(token->word);
  if (month == 0) return false;
  out = month;
  ++at_;
  return true;
}

bool TokenCursor::word(std::string_view& out) {
  const DateToken* token = peek(DateToken::Kind::kWord);
  if (token == nullptr) return false;
  out = token->word;
  ++at_;
  return true;
}

}  // namespace freshet::extract
