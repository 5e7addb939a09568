#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "robots/robots.h"
#include "robots/wild_rules.h"

namespace freshet::robots {

// Compiled rules of one agent. Immutable. Takes paths in normal form (normal_form.h).
//
// Plain patterns (no *, no final $) stand in byte order; the longest that begins a path is found by
// one binary search and a walk along `parent`, because every plain pattern that begins the path
// also begins the pattern before the path in that order. Of the patterns with wildcards only those
// that could beat it are tried.
class Matcher {
 public:
  explicit Matcher(const std::vector<Rule>& rules);

  Verdict ask(std::string_view normal_path) const;

 private:
  static constexpr uint32_t kNoParent = UINT32_MAX;

  struct Plain {
    uint32_t offset;
    uint32_t length;  // of the pattern, and its rank
    uint32_t parent;  // the longest other plain pattern that begins this one
    int line;
    bool allow;
  };

  std::string_view text_of(const Plain& rule) const {
    return std::string_view(text_).substr(rule.offset, rule.length);
  }
  const Plain* longest_plain(std::string_view path) const;
  size_t wild_rules_before(const Plain* plain) const;

  std::string text_;  // of the plain patterns, one after another
  std::vector<Plain> plain_;
  WildRules wild_;
};

}  // namespace freshet::robots
