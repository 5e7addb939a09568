#include "robots/robots.h"

#include <algorithm>
#include <utility>

#include "robots/matcher.h"
#include "robots/normal_form.h"
#include "robots/parsed.h"
#include "robots/white_space.h"
#include "text/ascii.h"

namespace freshet::robots {
namespace {

bool is_token_character(char c) {
  return text::is_alpha(c) || c == '_' || c == '-';
}

// Returns "freshet" for "freshet/1.0 (...)".
std::string_view without_version(std::string_view agent) {
  const auto* end =
      std::find_if(agent.begin(), agent.end(), [](char c) { return c == '/' || is_c_space(c); });
  return agent.substr(0, static_cast<size_t>(end - agent.begin()));
}

// Whether a User-agent line names `agent`, which has no version. The product token of the line
// consists of its first characters that RFC 9309 allows in one. A digit is not among these, so no
// line names an agent "bot2"; Google's parser does the same.
bool names_agent(std::string_view line, std::string_view agent) {
  if (agent.empty()) return false;
  const auto* end = std::find_if_not(line.begin(), line.end(), is_token_character);
  const std::string_view token = line.substr(0, static_cast<size_t>(end - line.begin()));
  return text::equals_ignoring_case(token, agent);
}

// Whether a User-agent line is "*". Other text may follow after a space: "* foo".
bool is_wildcard(std::string_view line) {
  return !line.empty() && line[0] == '*' && (line.size() == 1 || is_c_space(line[1]));
}

}  // namespace

RobotsRules::RobotsRules() : parsed_(std::make_shared<const ParsedRobots>()) {}
RobotsRules::RobotsRules(std::shared_ptr<const ParsedRobots> parsed) : parsed_(std::move(parsed)) {}

const std::vector<std::string>& RobotsRules::sitemaps() const {
  return parsed_->sitemaps;
}
const std::vector<Remark>& RobotsRules::remarks() const {
  return parsed_->remarks;
}

AgentRules RobotsRules::for_agent(std::string_view product_token) const {
  const ParsedRobots& parsed = *parsed_;
  const std::string_view agent = without_version(text::trim<is_c_space>(product_token));

  std::vector<const ParsedRobots::AgentLine*> named;
  std::vector<const ParsedRobots::AgentLine*> wildcard;
  for (const ParsedRobots::AgentLine& line : parsed.agents) {
    const std::string_view name = parsed.text_of(line.name);
    if (is_wildcard(name)) {
      wildcard.push_back(&line);
    } else if (names_agent(name, agent)) {
      named.push_back(&line);
    }
  }

  AgentRules result;
  const auto& lines = named.empty() ? wildcard : named;
  std::vector<Rule> rules;
  const ParsedRobots::AgentLine* previous = nullptr;
  for (const ParsedRobots::AgentLine* line : lines) {
    const bool new_group = previous == nullptr || previous->group != line->group;
    previous = line;
    if (!new_group) continue;
    const ParsedRobots::Group& group = parsed.groups[line->group];
    for (uint32_t i = group.first_rule; i < group.end_rule; ++i) {
      const ParsedRobots::ParsedRule& rule = parsed.rules[i];
      rules.push_back(
          {.pattern = parsed.text_of(rule.pattern), .line = rule.line, .allow = rule.allow});
    }
  }
  if (!rules.empty()) result.matcher_ = std::make_shared<const Matcher>(rules);

  // Both lists are sorted by delay group.
  auto line = lines.begin();
  for (const ParsedRobots::Delay& delay : parsed.delays) {
    while (line != lines.end() && (*line)->delay_group < delay.delay_group) ++line;
    if (line == lines.end()) break;
    if ((*line)->delay_group != delay.delay_group) continue;
    if (!result.crawl_delay_ || *result.crawl_delay_ < delay.delay)
      result.crawl_delay_ = delay.delay;
  }
  return result;
}

Verdict AgentRules::check(std::string_view request_target) const {
  if (matcher_ == nullptr) return {};
  if (!request_target.starts_with('/')) return check("/" + std::string(request_target));
  if (is_normal_path(request_target)) return matcher_->check(request_target);

  char buffer[4096];
  std::string longer;
  char* out = buffer;
  if (request_target.size() * 3 > sizeof buffer) {
    longer.resize(request_target.size() * 3);
    out = longer.data();
  }
  const std::string_view normal(out, normalise_path(request_target, out));
  return matcher_->check(normal);
}

std::string robots_path(std::string_view url) {
  url = url.substr(0, url.find('#'));
  constexpr std::string_view kAfterAuthority = "/?;";
  if (url.starts_with("//")) {
    url.remove_prefix(2);
  } else if (const size_t scheme = url.find("://");
             scheme != std::string_view::npos && scheme < url.find_first_of(kAfterAuthority)) {
    url.remove_prefix(scheme + 3);
  }
  const size_t start = url.find_first_of(kAfterAuthority);
  if (start == std::string_view::npos) return "/";
  std::string path;
  if (url[start] != '/') path = "/";
  return path.append(url.substr(start));
}

}  // namespace freshet::robots
