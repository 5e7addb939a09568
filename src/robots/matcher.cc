#include "robots/matcher.h"

#include <algorithm>
#include <cstring>

namespace freshet::robots {
namespace {

bool has_operator(std::string_view pattern) {
  return pattern.back() == '$' || pattern.find('*') != std::string_view::npos;
}

size_t common_prefix(std::string_view a, std::string_view b) {
  const size_t limit = std::min(a.size(), b.size());
  size_t length = 0;
  while (length < limit && a[length] == b[length]) ++length;
  return length;
}

// Position after the first `segment` at or after `from`, or npos. memmem, unlike
// string_view::find, does not go quadratic on hostile input.
size_t find_after(std::string_view path, size_t from, std::string_view segment) {
  const void* at = memmem(path.data() + from, path.size() - from, segment.data(), segment.size());
  if (at == nullptr) return std::string_view::npos;
  return static_cast<size_t>(static_cast<const char*>(at) - path.data()) + segment.size();
}

// Which of two rules of the same length counts: Allow (RFC 9309, 2.2.2), else the earlier line.
bool wins(const auto& a, const auto& b) {
  return a.allow != b.allow ? a.allow : a.line < b.line;
}

}  // namespace

Matcher::Matcher(const std::vector<Rule>& rules) {
  size_t total = 0;
  for (const Rule& rule : rules) total += rule.pattern.size();
  text_.reserve(total);

  for (const Rule& rule : rules) {
    const auto offset = static_cast<uint32_t>(text_.size());
    const auto length = static_cast<uint32_t>(rule.pattern.size());
    text_ += rule.pattern;
    if (has_operator(rule.pattern)) {
      const bool anchored = rule.pattern.back() == '$';
      const size_t end = rule.pattern.size() - (anchored ? 1 : 0);
      const size_t head = std::min(rule.pattern.find('*'), end);
      wild_.push_back({.offset = offset,
                       .length = length,
                       .head = static_cast<uint32_t>(head),
                       .line = rule.line,
                       .allow = rule.allow,
                       .anchored = anchored});
    } else {
      plain_.push_back({.offset = offset,
                        .length = length,
                        .parent = kNoParent,
                        .line = rule.line,
                        .allow = rule.allow});
    }
  }

  std::sort(wild_.begin(), wild_.end(), [](const Wild& a, const Wild& b) {
    return a.length != b.length ? a.length > b.length : wins(a, b);
  });
  std::sort(plain_.begin(), plain_.end(), [&](const Plain& a, const Plain& b) {
    const int order = text_of(a).compare(text_of(b));
    return order != 0 ? order < 0 : wins(a, b);
  });
  const auto same = [&](const Plain& a, const Plain& b) { return text_of(a) == text_of(b); };
  plain_.erase(std::unique(plain_.begin(), plain_.end(), same), plain_.end());

  for (uint32_t i = 1; i < plain_.size(); ++i) {
    uint32_t parent = i - 1;
    const size_t shared = common_prefix(text_of(plain_[i - 1]), text_of(plain_[i]));
    while (parent != kNoParent && plain_[parent].length > shared) parent = plain_[parent].parent;
    plain_[i].parent = parent;
  }
}

const Matcher::Plain* Matcher::longest_plain(std::string_view path) const {
  const auto after = std::upper_bound(
      plain_.begin(), plain_.end(), path,
      [&](std::string_view sought, const Plain& rule) { return sought < text_of(rule); });
  if (after == plain_.begin()) return nullptr;
  auto found = static_cast<uint32_t>(after - plain_.begin() - 1);
  const size_t shared = common_prefix(text_of(plain_[found]), path);
  while (found != kNoParent && plain_[found].length > shared) found = plain_[found].parent;
  return found == kNoParent ? nullptr : &plain_[found];
}

bool Matcher::matches(const Wild& rule, std::string_view path) const {
  std::string_view pattern = text_of(rule);
  if (rule.anchored) pattern.remove_suffix(1);
  const std::string_view head = pattern.substr(0, rule.head);
  if (!path.starts_with(head)) return false;
  if (rule.head == pattern.size()) return !rule.anchored || path.size() == head.size();

  // Taking each segment at its first chance leaves the most room for those that follow.
  size_t position = rule.head;
  pattern.remove_prefix(rule.head + 1);
  while (true) {
    const size_t star = pattern.find('*');
    const std::string_view segment = pattern.substr(0, star);
    const bool last = star == std::string_view::npos;
    if (last && rule.anchored) {
      return path.size() - position >= segment.size() && path.ends_with(segment);
    }
    if (!segment.empty()) {
      position = find_after(path, position, segment);
      if (position == std::string_view::npos) return false;
    }
    if (last) return true;
    pattern.remove_prefix(star + 1);
  }
}

Verdict Matcher::ask(std::string_view normal_path) const {
  const Plain* plain = longest_plain(normal_path);
  for (const Wild& rule : wild_) {
    if (plain != nullptr && plain->length > rule.length) break;
    if (!matches(rule, normal_path)) continue;
    if (plain != nullptr && plain->length == rule.length && wins(*plain, rule)) break;
    return {.allowed = rule.allow, .line = rule.line};
  }
  if (plain == nullptr) return {};
  return {.allowed = plain->allow, .line = plain->line};
}

}  // namespace freshet::robots
