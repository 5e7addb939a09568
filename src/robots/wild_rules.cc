#include "robots/wild_rules.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace freshet::robots {
namespace {

// Returns the position after the first `segment` at or after `from`, or npos. Uses memmem because
// string_view::find takes quadratic time for hostile input.
size_t find_after(std::string_view path, size_t from, std::string_view segment) {
  const void* at = memmem(path.data() + from, path.size() - from, segment.data(), segment.size());
  if (at == nullptr) return std::string_view::npos;
  return static_cast<size_t>(static_cast<const char*>(at) - path.data()) + segment.size();
}

// Returns the part of a pattern after its last *.
std::string_view last_segment(std::string_view pattern) {
  return pattern.substr(pattern.rfind('*') + 1);
}

bool ends_with(std::string_view path, size_t from, std::string_view segment) {
  return path.size() - from >= segment.size() && path.ends_with(segment);
}

}  // namespace

size_t common_prefix(std::string_view a, std::string_view b) {
  const size_t limit = std::min(a.size(), b.size());
  size_t length = 0;
  while (length < limit && a[length] == b[length]) ++length;
  return length;
}

// One pass over one path. A rule is in exactly one of these states: excluded (it cannot match, or a
// rule that takes precedence has matched); in the list of the position where it starts to wait for
// its next segment; in the list of rules that wait for that segment.
class WildRules::PathScan {
 public:
  PathScan(const WildRules& set, std::string_view path, size_t count)
      : set_(set),
        path_(path),
        best_(count),
        next_(count, kNone),
        at_(count),
        starting_(path.size() + 1, kNone),
        waiting_(set.segments_.size(), kNone) {}

  // Returns the number of the first rule that matches, or `count`.
  size_t run() {
    for (uint32_t number = 0; number < best_; ++number) {
      const Compiled& rule = set_.rules_[number];
      if (!path_.starts_with(set_.text_of(rule).substr(0, rule.head))) continue;
      at_[number] = rule.first_segment;
      advance(number, rule.head);
    }
    for (size_t start = 0; start < path_.size(); ++start) {
      start_waiting(start);
      if (waiting_rules_ == 0) continue;
      uint32_t segment = set_.longest_segment(path_.substr(start));
      for (; segment != kNone; segment = set_.segments_[segment].parent) match(segment, start);
    }
    return best_;
  }

 private:
  // The rule has matched the path up to `position`.
  void advance(uint32_t number, size_t position) {
    const Compiled& rule = set_.rules_[number];
    if (at_[number] < rule.end_segment) {
      next_[number] = starting_[position];
      starting_[position] = number;
    } else if (matches_end(rule, position)) {
      best_ = std::min<size_t>(best_, number);
    }
  }

  // Whether the rest of the path matches what follows the segments of the rule.
  bool matches_end(const Compiled& rule, size_t position) const {
    if (!rule.anchored) return true;
    const std::string_view pattern = set_.text_of(rule);
    if (rule.head == pattern.size()) return path_.size() == position;
    return ends_with(path_, position, last_segment(pattern));
  }

  void start_waiting(size_t position) {
    for (uint32_t number = starting_[position]; number != kNone;) {
      const uint32_t after = next_[number];
      uint32_t& waiting = waiting_[set_.segments_of_rules_[at_[number]]];
      next_[number] = waiting;
      waiting = number;
      ++waiting_rules_;
      number = after;
    }
  }

  // The segment occurs at `start`: all rules that wait for it advance.
  void match(uint32_t segment, size_t start) {
    const size_t end = start + set_.segments_[segment].length;
    for (uint32_t number = std::exchange(waiting_[segment], kNone); number != kNone;) {
      const uint32_t after = next_[number];
      --waiting_rules_;
      ++at_[number];
      if (number < best_) advance(number, end);
      number = after;
    }
  }

  const WildRules& set_;
  const std::string_view path_;
  size_t best_;
  size_t waiting_rules_ = 0;
  // Linked lists of rules: the first one by position or segment, and the next one by rule.
  std::vector<uint32_t> next_;
  std::vector<uint32_t> at_;        // by rule: its next segment, as an index of segments_of_rules_
  std::vector<uint32_t> starting_;  // by position
  std::vector<uint32_t> waiting_;   // by segment
};

WildRules::WildRules(std::vector<Rule> rules) {
  std::sort(rules.begin(), rules.end(), [](const Rule& a, const Rule& b) {
    const int order = a.pattern.compare(b.pattern);
    return order != 0 ? order < 0 : takes_precedence(a, b);
  });
  const auto same = [](const Rule& a, const Rule& b) { return a.pattern == b.pattern; };
  rules.erase(std::unique(rules.begin(), rules.end(), same), rules.end());
  std::sort(rules.begin(), rules.end(), [](const Rule& a, const Rule& b) {
    return a.pattern.size() != b.pattern.size() ? a.pattern.size() > b.pattern.size()
                                                : takes_precedence(a, b);
  });

  size_t total = 0;
  for (const Rule& rule : rules) total += rule.pattern.size();
  text_.reserve(total);
  rules_.reserve(rules.size());
  for (const Rule& rule : rules) {
    const bool anchored = rule.pattern.back() == '$';
    const size_t end = rule.pattern.size() - (anchored ? 1 : 0);
    rules_.push_back({.offset = static_cast<uint32_t>(text_.size()),
                      .length = static_cast<uint32_t>(rule.pattern.size()),
                      .head = static_cast<uint32_t>(std::min(rule.pattern.find('*'), end)),
                      .line = rule.line,
                      .allow = rule.allow,
                      .anchored = anchored});
    text_ += rule.pattern;
  }
  if (rules_.size() > kMaxTriedSingly) compile_segments();
}

std::string_view WildRules::text_of(const Compiled& rule) const {
  return std::string_view(text_).substr(rule.offset, rule.length - (rule.anchored ? 1 : 0));
}

// Leaves out the last segment of an anchored rule, which is compared with the end of the path.
void WildRules::compile_segments() {
  std::vector<Segment> of_rules;
  for (Compiled& rule : rules_) {
    rule.first_segment = static_cast<uint32_t>(of_rules.size());
    const std::string_view pattern = text_of(rule);
    for (size_t star = rule.head; star < pattern.size();) {
      const size_t next = std::min(pattern.find('*', star + 1), pattern.size());
      const bool is_end = next == pattern.size() && rule.anchored;
      if (next > star + 1 && !is_end) {
        of_rules.push_back({.offset = static_cast<uint32_t>(rule.offset + star + 1),
                            .length = static_cast<uint32_t>(next - star - 1)});
      }
      star = next;
    }
    rule.end_segment = static_cast<uint32_t>(of_rules.size());
  }

  const auto before = [this](const Segment& a, const Segment& b) {
    return text_of(a) < text_of(b);
  };
  const auto same = [this](const Segment& a, const Segment& b) { return text_of(a) == text_of(b); };
  segments_ = of_rules;
  std::sort(segments_.begin(), segments_.end(), before);
  segments_.erase(std::unique(segments_.begin(), segments_.end(), same), segments_.end());
  segments_.shrink_to_fit();
  segments_of_rules_.reserve(of_rules.size());
  for (const Segment& segment : of_rules) {
    const auto found = std::lower_bound(segments_.begin(), segments_.end(), segment, before);
    segments_of_rules_.push_back(static_cast<uint32_t>(found - segments_.begin()));
  }
  link_segments();
}

void WildRules::link_segments() {
  for (uint32_t i = 1; i < segments_.size(); ++i) {
    uint32_t parent = i - 1;
    const size_t shared = common_prefix(text_of(segments_[i - 1]), text_of(segments_[i]));
    while (parent != kNone && segments_[parent].length > shared) parent = segments_[parent].parent;
    segments_[i].parent = parent;
  }
}

// Every segment that is a prefix of the text is also a prefix of the last segment that is not
// greater than the text.
uint32_t WildRules::longest_segment(std::string_view text) const {
  const auto after = std::upper_bound(
      segments_.begin(), segments_.end(), text,
      [this](std::string_view sought, const Segment& one) { return sought < text_of(one); });
  if (after == segments_.begin()) return kNone;
  auto found = static_cast<uint32_t>(after - segments_.begin() - 1);
  const size_t shared = common_prefix(text_of(segments_[found]), text);
  while (found != kNone && segments_[found].length > shared) found = segments_[found].parent;
  return found;
}

bool WildRules::matches(const Compiled& rule, std::string_view path) const {
  std::string_view pattern = text_of(rule);
  const std::string_view head = pattern.substr(0, rule.head);
  if (!path.starts_with(head)) return false;
  if (rule.head == pattern.size()) return !rule.anchored || path.size() == head.size();

  size_t position = rule.head;
  pattern.remove_prefix(rule.head + 1);
  while (true) {
    const size_t star = pattern.find('*');
    const std::string_view segment = pattern.substr(0, star);
    const bool last = star == std::string_view::npos;
    if (last && rule.anchored) return ends_with(path, position, segment);
    if (!segment.empty()) {
      position = find_after(path, position, segment);
      if (position == std::string_view::npos) return false;
    }
    if (last) return true;
    pattern.remove_prefix(star + 1);
  }
}

const WildRules::Compiled* WildRules::first_match(std::string_view normal_path,
                                                  size_t count) const {
  if (count > kMaxTriedSingly) {
    const size_t found = PathScan(*this, normal_path, count).run();
    return found < count ? &rules_[found] : nullptr;
  }
  for (size_t i = 0; i < count; ++i) {
    if (matches(rules_[i], normal_path)) return &rules_[i];
  }
  return nullptr;
}

}  // namespace freshet::robots
