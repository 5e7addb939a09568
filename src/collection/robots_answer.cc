#include "collection/robots_answer.h"

#include <algorithm>
#include <string_view>

#include "robots/robots.h"

namespace freshet::collection {
namespace {

std::string line_of(std::string_view text, int number) {
  for (int i = 1; i < number; ++i) {
    const size_t end = text.find_first_of("\r\n");
    if (end == std::string_view::npos) return "";
    const bool is_pair = text.substr(end, 2) == "\r\n";
    text.remove_prefix(end + (is_pair ? 2 : 1));
  }
  constexpr size_t kLongest = 200;
  return std::string(text.substr(0, std::min(text.find_first_of("\r\n"), kLongest)));
}

}  // namespace

std::optional<PageReport::Robots> robots_of(const store::SiteState& site, const url::Url& url,
                                            const Options& options) {
  if (!site.robots_fetched) return std::nullopt;
  const auto rules =
      robots::parse_robots(site.robots_body, options.robots).for_agent(options.agent);
  const robots::Verdict verdict = rules.check(url.request_target());
  return PageReport::Robots{verdict.allowed, verdict.line,
                            verdict.line > 0 ? line_of(site.robots_body, verdict.line) : ""};
}

std::string robots_words(const PageReport::Robots& robots) {
  return "line " + std::to_string(robots.line) + " of robots.txt disallows it: " + robots.text;
}

}  // namespace freshet::collection
