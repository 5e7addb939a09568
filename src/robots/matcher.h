#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "robots/robots.h"

namespace freshet::robots {

// One Allow or Disallow line, as handed to a Matcher. Patterns are in normal form and not empty.
struct Rule {
  std::string_view pattern;
  int line = 0;
  bool allow = false;
};

// Compiled rules of one agent. Immutable. Takes paths in normal form (normal_form.h).
//
// Plain patterns (no *, no final $) stand in byte order; the longest that begins a path is found by
// one binary search and a walk along `parent`, because every plain pattern that begins the path
// also begins the pattern before the path in that order. Patterns with wildcards are tried by
// decreasing length, until one matches or none left could beat what was found.
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

  struct Wild {
    uint32_t offset;
    uint32_t length;  // rank: octets of the pattern with its * and $
    uint32_t head;    // octets before the first *, which must begin the path
    int line;
    bool allow;
    bool anchored;  // ends with $, which is not part of what text_of() gives
  };

  template <typename T>
  std::string_view text_of(const T& rule) const {
    return std::string_view(text_).substr(rule.offset, rule.length);
  }
  const Plain* longest_plain(std::string_view path) const;
  bool matches(const Wild& rule, std::string_view path) const;

  std::string text_;  // all patterns, one after another
  std::vector<Plain> plain_;
  std::vector<Wild> wild_;
};

}  // namespace freshet::robots
