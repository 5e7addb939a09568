#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace freshet::dom {

struct XPathToken {
  enum class Kind : uint8_t {
    kEnd,
    kSymbol,    // an operator or a mark: text has it
    kName,      // also with a prefix
    kFunction,  // a name before "("
    kAxis,      // a name before "::"
    kNumber,
    kText,     // a literal, without its quotes
    kInvalid,  // text has what is there
  };

  Kind kind = Kind::kEnd;
  std::string_view text;
  size_t at = 0;  // in the expression

  bool is(std::string_view symbol) const { return kind == Kind::kSymbol && text == symbol; }
};

// Divides an expression into tokens (XPath 1.0, section 3.7). A name or "*" after an operand is an
// operator.
class XPathLexer {
 public:
  explicit XPathLexer(std::string_view text) : text_(text) { advance(); }

  const XPathToken& token() const { return token_; }
  void advance();

 private:
  XPathToken read();
  XPathToken take(XPathToken::Kind kind, size_t length);
  XPathToken read_name();

  const std::string_view text_;
  size_t at_ = 0;
  XPathToken token_;
  bool after_operand_ = false;
};

}  // namespace freshet::dom
