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

// Whether rule a takes precedence over rule b of the same length: Allow does (RFC 9309, section
// 2.2.2), or else the earlier line.
template <typename A, typename B>
bool takes_precedence(const A& a, const B& b) {
  return a.allow != b.allow ? a.allow : a.line < b.line;
}

// Returns the length of the common prefix.
size_t common_prefix(std::string_view a, std::string_view b);

// The rules whose patterns contain * or end with $, in order of precedence: the longest first, then
// by takes_precedence(). Immutable.
//
// A pattern consists of a head, which must be a prefix of the path, and of segments between its
// stars. Each segment matches at its first occurrence, which leaves the most room for the segments
// after it. Up to kMaxTriedSingly rules are tried one after another. With more rules, the path is
// scanned once: at each position, the segments that begin there are looked up among those of all
// rules, and the rules that wait for one of them advance. This takes O(rules + segments + path *
// (log segments + segments of different length that begin at one position)).
class WildRules {
 public:
  struct Compiled {
    uint32_t offset = 0;
    uint32_t length = 0;  // bytes of the pattern with its * and $; the longest takes precedence
    uint32_t head = 0;    // bytes before the first *
    uint32_t first_segment = 0;
    uint32_t end_segment = 0;
    int line = 0;
    bool allow = false;
    bool anchored = false;  // ends with $
  };

  WildRules() = default;
  // Each pattern must contain * or end with $. Of rules with the same pattern one is kept.
  explicit WildRules(std::vector<Rule> rules);

  const std::vector<Compiled>& rules() const { return rules_; }
  // Returns the first of rules()[0, count) that matches, or nullptr. Allocates nothing if `count`
  // is at most kMaxTriedSingly.
  const Compiled* first_match(std::string_view normal_path, size_t count) const;

  static constexpr size_t kMaxTriedSingly = 32;

 private:
  static constexpr uint32_t kNone = UINT32_MAX;

  // The text between two stars, or after the last one.
  struct Segment {
    uint32_t offset = 0;
    uint32_t length = 0;
    uint32_t parent = kNone;  // the longest other segment that is a prefix of this one
  };
  class PathScan;

  void compile_segments();
  void link_segments();
  std::string_view text_of(const Compiled& rule) const;  // without its $
  std::string_view text_of(const Segment& segment) const {
    return std::string_view(text_).substr(segment.offset, segment.length);
  }
  bool matches(const Compiled& rule, std::string_view path) const;
  // Returns the longest segment that is a prefix of the text, or kNone.
  uint32_t longest_segment(std::string_view text) const;

  std::string text_;  // all patterns, one after another
  std::vector<Compiled> rules_;
  // Empty unless there are more than kMaxTriedSingly rules. Sorted by text, without duplicates.
  std::vector<Segment> segments_;
  std::vector<uint32_t> segments_of_rules_;  // indexes of segments_; each rule has a range of them
};

}  // namespace freshet::robots
