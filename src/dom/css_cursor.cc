#include "dom/css_cursor.h"

#include "text/ascii.h"
#include "text/utf8.h"

namespace freshet::dom {
namespace {

bool is_line_end(char c) {
  return c == '\n' || c == '\r' || c == '\f';
}

}  // namespace

bool CssCursor::take(char c) {
  if (is_at_end() || text_[at_] != c) return false;
  ++at_;
  return true;
}

void CssCursor::skip_comments() {
  while (peek() == '/' && peek(1) == '*') {
    const size_t end = text_.find("*/", at_ + 2);
    at_ = end == std::string_view::npos ? text_.size() : end + 2;
  }
}

bool CssCursor::skip_space() {
  bool has_space = false;
  for (skip_comments(); !is_at_end() && text::is_space(text_[at_]); skip_comments()) {
    has_space = true;
    ++at_;
  }
  return has_space;
}

bool CssCursor::is_escape(size_t at) const {
  return at < text_.size() && text_[at] == '\\' &&
         (at + 1 >= text_.size() || !is_line_end(text_[at + 1]));
}

// A NUL byte stands for U+FFFD (CSS Syntax 3.3), which is part of names.
bool CssCursor::is_name_start(size_t at) const {
  if (at >= text_.size()) return false;
  const char c = text_[at];
  return text::is_alpha(c) || c == '_' || c == '\0' || static_cast<unsigned char>(c) >= 0x80 ||
         is_escape(at);
}

bool CssCursor::is_name(size_t at) const {
  return is_name_start(at) ||
         (at < text_.size() && (text::is_digit(text_[at]) || text_[at] == '-'));
}

bool CssCursor::is_at_identifier() const {
  if (peek() != '-') return is_name_start(at_);
  return peek(1) == '-' || is_name_start(at_ + 1);
}

void CssCursor::take_escape(std::string& out) {
  ++at_;  // the backslash
  if (is_at_end()) {
    out += text::kReplacementCharacter;
    return;
  }
  if (text_[at_] == '\0') return;  // the caller reads it as U+FFFD
  if (text::hex_digit(text_[at_]) < 0) {
    // Further bytes of a character beyond ASCII are part of names and strings by themselves.
    out += text_[at_++];
    return;
  }
  char32_t c = 0;
  for (size_t digits = 0; digits < 6 && text::hex_digit(peek()) >= 0; ++digits) {
    c = c * 16 + static_cast<char32_t>(text::hex_digit(text_[at_++]));
  }
  if (peek() == '\r' && peek(1) == '\n') ++at_;
  if (!is_at_end() && text::is_space(text_[at_])) ++at_;
  const bool is_scalar = c != 0 && c <= 0x10FFFF && (c < 0xD800 || c > 0xDFFF);
  text::append_utf8(out, is_scalar ? c : U'\uFFFD');
}

std::optional<std::string> CssCursor::take_identifier() {
  if (!is_at_identifier()) return std::nullopt;
  std::string name;
  while (is_name(at_)) {
    if (text_[at_] == '\\') {
      take_escape(name);
    } else if (text_[at_] == '\0') {
      name += text::kReplacementCharacter;
      ++at_;
    } else {
      name += text_[at_++];
    }
  }
  return name;
}

std::optional<std::string> CssCursor::take_string() {
  const char quote = peek();
  if (quote != '"' && quote != '\'') return std::nullopt;
  const size_t start = at_++;
  std::string value;
  while (!is_at_end() && text_[at_] != quote) {
    if (is_line_end(text_[at_])) {
      at_ = start;
      return std::nullopt;
    }
    if (text_[at_] == '\0') {
      value += text::kReplacementCharacter;
      ++at_;
    } else if (text_[at_] != '\\') {
      value += text_[at_++];
    } else if (at_ + 1 >= text_.size()) {
      ++at_;  // a backslash before the end is ignored
    } else if (is_escape(at_)) {
      take_escape(value);
    } else {
      at_ += text_[at_ + 1] == '\r' && peek(2) == '\n' ? 3 : 2;  // an escaped line end is ignored
    }
  }
  if (!is_at_end()) ++at_;
  return value;
}

// Skips a closing bracket if it closes the innermost block.
bool CssCursor::skip_block_end(std::string& open_blocks) {
  if (open_blocks.empty() || open_blocks.back() != text_[at_]) return false;
  open_blocks.pop_back();
  ++at_;
  return true;
}

bool CssCursor::skip_to_comma_or_end() {
  std::string open_blocks;  // the brackets that close them
  for (skip_comments(); !is_at_end(); skip_comments()) {
    const char c = text_[at_];
    if (open_blocks.empty() && (c == ',' || c == ')')) return true;
    if (c == '"' || c == '\'') {
      if (!take_string()) return false;
    } else if (c == ')' || c == ']' || c == '}') {
      if (!skip_block_end(open_blocks)) return false;
    } else if (is_at_identifier()) {
      take_identifier();
    } else {
      if (c == '(') open_blocks += ')';
      if (c == '[') open_blocks += ']';
      if (c == '{') open_blocks += '}';
      ++at_;
    }
  }
  return true;
}

}  // namespace freshet::dom
