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

// Offsets into the text of a file are 32 bits; no limit may go beyond.
constexpr size_t kMostBytes = 256 << 20;

// Seconds, with decimals. A unit after the number ("10 s", "10 seconds") is let pass.
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
    const size_t most = std::min(limits_.max_bytes, kMostBytes);
    if (body_.size() > most) {
      body_ = body_.substr(0, most);
      const size_t last_end = body_.find_last_of("\r\n");
      body_ = body_.substr(0, last_end == std::string_view::npos ? 0 : last_end);
      remark(0, "longer than the limit; only the beginning counts");
    }
    if (body_.starts_with("\xFF\xFE") || body_.starts_with("\xFE\xFF")) {
      remark(0, "starts like UTF-16, but must be UTF-8");
    }
    out_.text.reserve(body_.size());
    Lines lines(body_, limits_.max_line);
    for (Line line; lines.next(line);) take(line);
    return std::move(out_);
  }

 private:
  void take(const Line& line) {
    if (line.no_key) return remark(line.number, "no key and value: ignored");
    if (line.cut) remark(line.number, "longer than the limit: cut");
    if (line.key == Key::kOther) return;
    if (line.misspelt) remark(line.number, "misspelt key, understood", line.name);
    if (line.missing_colon)
      remark(line.number, "colon missing after the key, understood", line.name);
    switch (line.key) {
      case Key::kUserAgent: return take_agent(line);
      case Key::kAllow: return take_rule(line, true);
      case Key::kDisallow: return take_rule(line, false);
      case Key::kCrawlDelay: return take_delay(line);
      case Key::kSitemap: return take_sitemap(line);
      case Key::kOther: return;
    }
  }

  void take_agent(const Line& line) {
    if (rules_ended_agents_) {
      const auto here = static_cast<uint32_t>(out_.rules.size());
      out_.groups.push_back({.first_rule = here, .end_rule = here});
    }
    if (delays_ended_agents_) ++delay_group_;
    rules_ended_agents_ = delays_ended_agents_ = false;
    out_.agents.push_back({.name = keep(line.value),
                           .group = static_cast<uint32_t>(out_.groups.size() - 1),
                           .delay_group = delay_group_});
  }

  void take_rule(const Line& line, bool allow) {
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

  // As Google has it, "Allow: /a/index.html" also allows /a/.
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

  void take_delay(const Line& line) {
    if (out_.groups.empty()) {
      return remark(line.number, "Crawl-delay before the first User-agent: ignored");
    }
    delays_ended_agents_ = true;
    const auto seconds = parse_delay(line.value);
    if (!seconds) return remark(line.number, "Crawl-delay is not a number: ignored", line.value);
    const Duration delay = Duration::from_seconds(*seconds);
    if (delay > limits_.max_crawl_delay) {
      return remark(line.number, "Crawl-delay beyond all reason: ignored", line.value);
    }
    out_.delays.push_back({.delay_group = delay_group_, .delay = delay});
  }

  void take_sitemap(const Line& line) {
    if (line.value.empty()) return;
    if (out_.sitemaps.size() >= limits_.max_sitemaps) {
      return remark(line.number, "more sitemaps than the limit: ignored");
    }
    if (seen_sitemaps_.insert(line.value).second) out_.sitemaps.emplace_back(line.value);
  }

  ParsedRobots::Text keep(std::string_view text) {
    const auto offset = static_cast<uint32_t>(out_.text.size());
    out_.text += text;
    return {offset, static_cast<uint32_t>(text.size())};
  }

  void remark(int line, std::string_view text, std::string_view about = {}) {
    if (out_.remarks.size() >= limits_.max_remarks) return;
    std::string whole(text);
    constexpr size_t kMostOfIt = 60;
    if (!about.empty()) whole.append(": ").append(about.substr(0, kMostOfIt));
    out_.remarks.push_back({.line = line, .text = std::move(whole)});
  }

  std::string_view body_;
  RobotsLimits limits_;
  ParsedRobots out_;
  // Whether the next User-agent line starts a new group.
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
