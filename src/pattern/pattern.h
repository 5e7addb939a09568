#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "result/result.h"

namespace re2 {
class RE2;
}

namespace freshet::pattern {

struct PatternError {
  std::string message;  // says what is wrong with the expression, and quotes the part
  size_t at = 0;        // byte offset of that part; 0 if it is not known
};

// A regular expression in the syntax of RE2, which matches in linear time. It is searched anywhere
// in a text in UTF-8; bytes that are not UTF-8 match nothing. Immutable; any thread may use it.
class Pattern {
 public:
  static Result<Pattern, PatternError> make(std::string_view expression);
  ~Pattern();
  Pattern(Pattern&&) noexcept;
  Pattern& operator=(Pattern&&) noexcept;

  const std::string& text() const;
  // The number of instructions of the compiled expression. The time to compile it and the memory
  // are proportional to it, and so is the time that a byte takes in the worst case.
  size_t size() const;
  // Returns whether the expression matches a part of the text.
  bool matches(std::string_view text) const;
  // Returns false only if no text that begins with `prefix` matches.
  bool may_match_prefix(std::string_view prefix) const;
  // Returns what the groups matched, in the order of their parentheses; nullopt if the expression
  // does not match. A group that took no part is nullopt. The first element is the whole match.
  std::optional<std::vector<std::optional<std::string_view>>> groups(std::string_view text) const;
  // The names of groups with their index in groups(), in the order of the names.
  std::vector<std::pair<std::string, size_t>> group_names() const;

 private:
  explicit Pattern(std::unique_ptr<re2::RE2> compiled);
  std::unique_ptr<re2::RE2> compiled_;
};

}  // namespace freshet::pattern
