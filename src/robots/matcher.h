#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "robots/robots.h"
#include "robots/wild_rules.h"

namespace freshet::robots {

// The compiled rules of one agent. Immutable. Paths must be in normal form (normal_form.h).
//
// Plain patterns (without * and without $ at the end) are sorted by their bytes. The longest one
// that is a prefix of a path is found by one binary search for the path and then by following
// `parent`: every plain pattern that is a prefix of the path is also a prefix of the last pattern
// that is not greater than the path. Of the patterns with wildcards, only those that would take
// precedence over it are tried.
class Matcher {
 public:
  explicit Matcher(const std::vector<Rule>& rules);

  Verdict check(std::string_view normal_path) const;

 private:
  static constexpr uint32_t kNoParent = UINT32_MAX;

  struct Plain {
    uint32_t offset;
    uint32_t length;  // of the pattern; the longest pattern takes precedence
    uint32_t parent;  // index of the longest other plain pattern that is a prefix of this one
    int line;
    bool allow;
  };

  std::string_view text_of(const Plain& rule) const {
    return std::string_view(text_).substr(rule.offset, rule.length);
  }
  const Plain* longest_plain(std::string_view path) const;
  size_t wild_rules_before(const Plain* plain) const;

  std::string text_;  // the plain patterns, one after another
  std::vector<Plain> plain_;
  WildRules wild_;
};

}  // namespace freshet::robots
