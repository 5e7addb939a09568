#include <algorithm>
#include <charconv>
#include <string>
#include <unordered_set>
#include <utility>

#include "robots/lines.h"
#include "robots/normal_form.h"
#include "robots/parsed.h"
#include "robots/robots.h"
#include "robots/white_space.h"
#include "text/ascii.h"

namespace freshet::robots {
namespace {

// Upper bound for RobotsLimits::max_bytes, because offsets into the text of a file have 32 bits.
constexpr size_t kMaxBytes = 256 << 20;

// Parses a number of seconds with optional decimals. It may have a unit: "10 s", "10 seconds".
std::optional<double> parse_delay(std::string_view value) {
  if (value.empty() || !(text::is_digit(value[0]) || value[0] == '.')) return std::nullopt;
  double seconds = 0;
  const auto [end, error] =
      std::from_chars(value.data(), value.data() + value.size(), seconds, std::chars_format::fixed);
  if (error != std::errc()) return std::nullopt;
  const std::string_view rest =
      text::trim<is_c_space>(value.substr(static_cast<size_t>(end - value.data())));
  if (!rest.empty() && text::to_lower(rest[0]) != 's') return std::nullopt;
  return seconds;
}

class Parser {
 public:
  Parser(std::string_view body, const RobotsLimits& limits) : body_(body), limits_(limits) {}

  ParsedRobots parse() {
    const size_t max_bytes = std::min(limits_.max_bytes, kMaxBytes);
    if (body_.size() > max_bytes) {
      body_ = body_.substr(0, max_bytes);
      const size_t last_end = body_.find_last_of("\r\n");
      body_ = body_.substr(0, last_end == std::string_view::npos ? 0 : last_end);
      remark(0, "the file is longer than the limit; the rest is ignored");
    }
    if (body_.starts_with("\xFF\xFE") || body_.starts_with("\xFE\xFF")) {
      remark(0, "the file seems to be UTF-16, but must be UTF-8");
    }
    out_.text.reserve(body_.size());
    Lines lines(body_, limits_.max_line);
    for (Line line; lines.next(line);) add_line(line);
    return std::move(out_);
  }

 private:
  void add_line(const Line& line) {
    if (line.no_key) return remark(line.number, "no key and value: ignored");
    if (line.cut) remark(line.number, "longer than the limit: cut off");
    if (line.key == Key::kOther) return;
    if (line.misspelt) remark(line.number, "misspelt key: accepted", line.name);
    if (line.missing_colon) remark(line.number, "no colon after the key: accepted", line.name);
    switch (line.key) {
      case Key::kUserAgent: return add_agent(line);
      case Key::kAllow: return add_rule(line, true);
      case Key::kDisallow: return add_rule(line, false);
      case Key::kCrawlDelay: return add_delay(line);
      case Key::kSitemap: return add_sitemap(line);
      case Key::kOther: return;
    }
  }

  void add_agent(const Line& line) {
    if (rules_ended_agents_) {
      const auto here = static_cast<uint32_t>(out_.rules.size());
      out_.groups.push_back({.first_rule = here, .end_rule = here});
    }
    if (delays_ended_agents_) ++delay_group_;
    rules_ended_agents_ = delays_ended_agents_ = false;
    out_.agents.push_back({.name = store(line.value),
                           .group = static_cast<uint32_t>(out_.groups.size() - 1),
                           .delay_group = delay_group_});
  }

  void add_rule(const Line& line, bool allow) {
    if (out_.groups.empty())
      return remark(line.number, "rule before the first User-agent: ignored");
    rules_ended_agents_ = delays_ended_agents_ = true;
    if (line.value.empty()) return;
    if (out_.rules.size() >= limits_.max_rules) {
      return remark(line.number, "more rules than the limit: ignored");
    }
    const auto offset = static_cast<uint32_t>(out_.text.size());
    append_normal_pattern(out_.text, line.value);
    const auto length = static_cast<uint32_t>(out_.text.size()) - offset;
    add_rule({.pattern = {offset, length}, .line = line.number, .allow = allow});
    if (allow) add_directory_of_index(out_.rules.back());
  }

  // "Allow: /a/index.html" also allows /a/, as in Google's parser.
  void add_directory_of_index(ParsedRobots::ParsedRule rule) {
    const std::string_view pattern = out_.text_of(rule.pattern);
    const size_t slash = pattern.rfind('/');
    if (slash == std::string_view::npos || !pattern.substr(slash).starts_with("/index.htm")) return;
    const auto offset = static_cast<uint32_t>(out_.text.size());
    const std::string directory(pattern.substr(0, slash + 1));
    out_.text.append(directory).push_back('$');
    rule.pattern = {offset, static_cast<uint32_t>(directory.size() + 1)};
    add_rule(rule);
  }

  void add_rule(const ParsedRobots::ParsedRule& rule) {
    out_.rules.push_back(rule);
    out_.groups.back().end_rule = static_cast<uint32_t>(out_.rules.size());
  }

  void add_delay(const Line& line) {
    if (out_.groups.empty()) {
      return remark(line.number, "Crawl-delay before the first User-agent: ignored");
    }
    delays_ended_agents_ = true;
    const auto seconds = parse_delay(line.value);
    if (!seconds) return remark(line.number, "Crawl-delay is not a number: ignored", line.value);
    const Duration delay = Duration::from_seconds(*seconds);
    if (delay > limits_.max_crawl_delay) {
      return remark(line.number, "Crawl-delay is longer than the limit: ignored", line.value);
    }
    out_.delays.push_back({.delay_group = delay_group_, .delay = delay});
  }

  void add_sitemap(const Line& line) {
    if (line.value.empty()) return;
    if (out_.sitemaps.size() >= limits_.max_sitemaps) {
      return remark(line.number, "more sitemaps than the limit: ignored");
    }
    if (seen_sitemaps_.insert(line.value).second) out_.sitemaps.emplace_back(line.value);
  }

  ParsedRobots::Text store(std::string_view text) {
    const auto offset = static_cast<uint32_t>(out_.text.size());
    out_.text += text;
    return {offset, static_cast<uint32_t>(text.size())};
  }

  void remark(int line, std::string_view text, std::string_view about = {}) {
    if (out_.remarks.size() >= limits_.max_remarks) return;
    std::string whole(text);
    constexpr size_t kMaxQuoted = 60;
    if (!about.empty()) whole.append(": ").append(about.substr(0, kMaxQuoted));
    out_.remarks.push_back({.line = line, .text = std::move(whole)});
  }

  std::string_view body_;
  RobotsLimits limits_;
  ParsedRobots out_;
  // Whether the next User-agent line begins a new group of rules, or a new delay group.
  bool rules_ended_agents_ = true;
  bool delays_ended_agents_ = false;
  uint32_t delay_group_ = 0;
  std::unordered_set<std::string_view> seen_sitemaps_;  // views of body_
};

}  // namespace

RobotsRules parse_robots(std::string_view body, const RobotsLimits& limits) {
  return RobotsRules(std::make_shared<const ParsedRobots>(Parser(body, limits).parse()));
}

}  // namespace freshet::robots
