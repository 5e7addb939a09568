#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace freshet::robots {

// One Allow or Disallow line. Patterns are in normal form (normal_form.h) and not empty.
struct Rule {
  std::string_view pattern;
  int line = 0;
  bool allow = false;
};

// Which of two rules of the same length counts: Allow (RFC 9309, 2.2.2), else the earlier line.
template <typename A, typename B>
bool wins(const A& a, const B& b) {
  return a.allow != b.allow ? a.allow : a.line < b.line;
}

size_t common_prefix(std::string_view a, std::string_view b);

// Rules whose patterns have a * or end with $, in order of precedence: the longest first, then as
// wins() says. Immutable once it is made.
//
// A pattern is a head, which must begin the path, and segments between its stars, each of which is
// taken at its first chance, which leaves the most room for those that follow. A few rules are
// tried one after another. For many, the path is read once: at each position the segments that
// begin there are looked up among those of all rules, and the rules that wait for one of them move
// on. That takes O(rules + segments + path * (log segments + segments of different length that
// begin at one position)), whatever the rules have in common.
class WildRules {
 public:
  struct Compiled {
    uint32_t offset = 0;
    uint32_t length = 0;  // rank: octets of the pattern with its * and $
    uint32_t head = 0;    // octets before the first *
    uint32_t first_segment = 0;
    uint32_t end_segment = 0;
    int line = 0;
    bool allow = false;
    bool anchored = false;  // ends with $
  };

  WildRules() = default;
  // `rules` have an operator each. Of several with the same pattern one is kept.
  explicit WildRules(std::vector<Rule> rules);

  const std::vector<Compiled>& rules() const { return rules_; }
  // The first of rules()[0, count) that matches; nullptr if none does. Takes no memory from the
  // heap for up to kFew rules.
  const Compiled* first_match(std::string_view normal_path, size_t count) const;

  static constexpr size_t kFew = 32;

 private:
  static constexpr uint32_t kNone = UINT32_MAX;

  // What stands between two stars, or after the last; in byte order, each once.
  struct Segment {
    uint32_t offset = 0;
    uint32_t length = 0;
    uint32_t parent = kNone;  // the longest other segment that begins this one
  };
  class Walk;

  void compile_segments();
  void link_segments();
  std::string_view text_of(const Compiled& rule) const;  // without its $
  std::string_view text_of(const Segment& segment) const {
    return std::string_view(text_).substr(segment.offset, segment.length);
  }
  bool matches(const Compiled& rule, std::string_view path) const;
  uint32_t longest_segment(std::string_view beginning_of) const;

  std::string text_;  // all patterns, one after another
  std::vector<Compiled> rules_;
  std::vector<Segment> segments_;            // of more than kFew rules
  std::vector<uint32_t> segments_of_rules_;  // numbers; a rule has a range of them
};

}  // namespace freshet::robots
