// Parses any bytes as a robots.txt: every verdict names a line of the file, and does not depend on
// how the target is percent-encoded.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "robots/robots.h"

namespace {

using freshet::robots::AgentRules;
using freshet::robots::parse_robots;
using freshet::robots::Verdict;

void require(bool condition) {
  if (!condition) std::abort();
}

// The target with its letters percent-encoded: to RFC 9309 this is the same path.
std::string escaped(std::string_view target) {
  static constexpr char kHex[] = "0123456789abcdef";
  std::string out;
  for (size_t i = 0; i < target.size(); ++i) {
    const auto c = static_cast<uint8_t>(target[i]);
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    // A letter near a % may be a digit of an escape.
    const bool near_percent =
        target.substr(i < 2 ? 0 : i - 2, i < 2 ? i : 2).find('%') != std::string_view::npos;
    if (letter && !near_percent) {
      out += {'%', kHex[c >> 4], kHex[c & 15]};
    } else {
      out += target[i];
    }
  }
  return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  // The first line is the agent, the second the target, and the rest the file.
  const size_t first = input.find('\n');
  if (first == std::string_view::npos) return 0;
  const size_t second = input.find('\n', first + 1);
  if (second == std::string_view::npos) return 0;
  const std::string_view agent = input.substr(0, first);
  const std::string target = "/" + std::string(input.substr(first + 1, second - first - 1));
  const std::string_view body = input.substr(second + 1);

  const auto rules = parse_robots(body);
  const auto lines =
      1 + std::count_if(body.begin(), body.end(), [](char c) { return c == '\n' || c == '\r'; });
  for (const std::string_view name : {agent, std::string_view("*"), std::string_view("freshet")}) {
    const AgentRules ours = rules.for_agent(name);
    const Verdict verdict = ours.check(target);
    require(verdict.line >= 0 && verdict.line <= lines);
    require(verdict.line != 0 || verdict.allowed);
    require(ours.check(escaped(target)) == verdict);
    require(!ours.crawl_delay() || *ours.crawl_delay() >= freshet::Duration());
    require(ours.check(freshet::robots::robots_path(target)).line <= lines);
  }
  for (const auto& remark : rules.remarks()) require(remark.line >= 0 && remark.line <= lines);

  // The same file with tight limits.
  const auto little = parse_robots(
      body,
      {.max_bytes = 100, .max_line = 20, .max_rules = 3, .max_sitemaps = 1, .max_remarks = 2});
  require(little.remarks().size() <= 2 && little.sitemaps().size() <= 1);
  require(little.for_agent(agent).check(target).line <= lines);
  return 0;
}
