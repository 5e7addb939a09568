#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace freshet::dom {

// Reads the tokens of CSS Syntax Level 3 that selectors consist of. What is open at the end of the
// text (a string, a block, a comment) counts as closed, as the standard requires.
class CssCursor {
 public:
  explicit CssCursor(std::string_view text) : text_(text) {}

  size_t at() const { return at_; }
  void go_to(size_t at) { at_ = at; }
  bool is_at_end() const { return at_ >= text_.size(); }
  // The byte `ahead` bytes further; '\0' after the end.
  char peek(size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  bool take(char c);

  // Skips comments, which do not separate compound selectors.
  void skip_comments();
  // Skips comments and white space. Returns whether there was white space.
  bool skip_space();

  bool is_at_identifier() const;  // whether an identifier starts here
  // Both decode escapes. nullopt, and nothing is read: there is no such token here.
  std::optional<std::string> take_identifier();
  std::optional<std::string> take_string();  // nullopt, too, if a line feed is in the string

  // Skips any tokens up to a comma or a closing parenthesis outside of blocks, or the end. Returns
  // false at a token that CSS allows nowhere, such as a closing bracket without an opening one.
  bool skip_to_comma_or_end();

 private:
  bool is_escape(size_t at) const;
  bool is_name_start(size_t at) const;
  bool is_name(size_t at) const;
  void take_escape(std::string& out);
  bool skip_block_end(std::string& open_blocks);

  std::string_view text_;
  size_t at_ = 0;
};

}  // namespace freshet::dom
