#include "dom/xpath_lexer.h"

#include "text/ascii.h"

namespace freshet::dom {
namespace {

using Kind = XPathToken::Kind;

bool begins_name(char c) {
  return text::is_alpha(c) || c == '_' || static_cast<signed char>(c) < 0;
}

bool continues_name(char c) {
  return begins_name(c) || text::is_digit(c) || c == '-' || c == '.';
}

size_t name_length(std::string_view text) {
  if (text.empty() || !begins_name(text[0])) return 0;
  size_t length = 1;
  while (length < text.size() && continues_name(text[length])) ++length;
  return length;
}

// Whether the token is the end of an operand, so that an operator may follow.
bool ends_operand(const XPathToken& token) {
  switch (token.kind) {
    case Kind::kName:
    case Kind::kNumber:
    case Kind::kText: return true;
    case Kind::kSymbol:
      return token.text == ")" || token.text == "]" || token.text == "." || token.text == ".." ||
             token.text == "*";
    default: return false;
  }
}

}  // namespace

void XPathLexer::advance() {
  token_ = read();
  const bool is_operator = after_operand_ && token_.is("*");
  after_operand_ = ends_operand(token_) && !is_operator;
}

XPathToken XPathLexer::take(Kind kind, size_t length) {
  const XPathToken token = {kind, text_.substr(at_, length), at_};
  at_ += length;
  return token;
}

XPathToken XPathLexer::read() {
  while (at_ < text_.size() && text::is_space(text_[at_])) ++at_;
  if (at_ == text_.size()) return {Kind::kEnd, "", at_};
  const std::string_view rest = text_.substr(at_);
  for (const std::string_view symbol : {"//", "..", "::", "!=", "<=", ">="}) {
    if (rest.starts_with(symbol)) return take(Kind::kSymbol, 2);
  }
  const char c = rest[0];
  const bool is_number =
      text::is_digit(c) || (c == '.' && rest.size() > 1 && text::is_digit(rest[1]));
  if (is_number) {
    size_t length = 0;
    while (length < rest.size() && text::is_digit(rest[length])) ++length;
    if (length < rest.size() && rest[length] == '.') ++length;
    while (length < rest.size() && text::is_digit(rest[length])) ++length;
    return take(Kind::kNumber, length);
  }
  if (c == '"' || c == '\'') {
    const size_t end = rest.find(c, 1);
    if (end == std::string_view::npos) return take(Kind::kInvalid, rest.size());
    XPathToken token = take(Kind::kText, end + 1);
    token.text = token.text.substr(1, end - 1);
    return token;
  }
  if (begins_name(c)) return read_name();
  if (std::string_view("()[]@,/|+-=<>*.$").find(c) != std::string_view::npos) {
    return take(Kind::kSymbol, 1);
  }
  return take(Kind::kInvalid, 1);
}

XPathToken XPathLexer::read_name() {
  const std::string_view rest = text_.substr(at_);
  size_t length = name_length(rest);
  if (after_operand_) {
    const std::string_view word = rest.substr(0, length);
    const bool is_operator = word == "and" || word == "or" || word == "div" || word == "mod";
    return take(is_operator ? Kind::kSymbol : Kind::kInvalid, length);
  }
  if (length < rest.size() && rest[length] == ':') {
    const size_t local = name_length(rest.substr(length + 1));
    if (local > 0) length += 1 + local;
  }
  size_t next = length;
  while (next < rest.size() && text::is_space(rest[next])) ++next;
  const std::string_view after = rest.substr(next);
  if (after.starts_with("::")) return take(Kind::kAxis, length);
  return take(after.starts_with('(') ? Kind::kFunction : Kind::kName, length);
}

}  // namespace freshet::dom
