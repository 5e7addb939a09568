#include "robots/matcher.h"

#include <algorithm>
#include <utility>

namespace freshet::robots {
namespace {

bool has_operator(std::string_view pattern) {
  return pattern.back() == '$' || pattern.find('*') != std::string_view::npos;
}

}  // namespace

Matcher::Matcher(const std::vector<Rule>& rules) {
  std::vector<Rule> wild;
  size_t total = 0;
  for (const Rule& rule : rules) {
    if (!has_operator(rule.pattern)) total += rule.pattern.size();
  }
  text_.reserve(total);

  for (const Rule& rule : rules) {
    if (has_operator(rule.pattern)) {
      wild.push_back(rule);
      continue;
    }
    plain_.push_back({.offset = static_cast<uint32_t>(text_.size()),
                      .length = static_cast<uint32_t>(rule.pattern.size()),
                      .parent = kNoParent,
                      .line = rule.line,
                      .allow = rule.allow});
    text_ += rule.pattern;
  }
  wild_ = WildRules(std::move(wild));

  std::sort(plain_.begin(), plain_.end(), [&](const Plain& a, const Plain& b) {
    const int order = text_of(a).compare(text_of(b));
    return order != 0 ? order < 0 : takes_precedence(a, b);
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

// Returns how many wildcard rules, counted from the first, take precedence over `plain`.
size_t Matcher::wild_rules_before(const Plain* plain) const {
  const auto& rules = wild_.rules();
  if (plain == nullptr) return rules.size();
  const auto counts_before = [&](const WildRules::Compiled& rule) {
    return rule.length != plain->length ? rule.length > plain->length
                                        : takes_precedence(rule, *plain);
  };
  return static_cast<size_t>(std::partition_point(rules.begin(), rules.end(), counts_before) -
                             rules.begin());
}

Verdict Matcher::check(std::string_view normal_path) const {
  const Plain* plain = longest_plain(normal_path);
  const auto* wild = wild_.first_match(normal_path, wild_rules_before(plain));
  if (wild != nullptr) return {.allowed = wild->allow, .line = wild->line};
  if (plain != nullptr) return {.allowed = plain->allow, .line = plain->line};
  return {};
}

}  // namespace freshet::robots
