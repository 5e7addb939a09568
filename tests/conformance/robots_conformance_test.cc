// Compares the robots.txt parser with the published tests of eight parsers, and on 1,600 real
// files.
#include <fstream>
#include <iostream>
#include <map>
#include <string>

#include "gtest/gtest.h"
#include "robots/robots.h"
#include "robots/robots_status.h"
#include "support/suite.h"

namespace freshet::robots {
namespace {

using test::Mismatch;

std::string text_of(const json::Value& value) {
  return std::string(value.string().value_or(""));
}

Mismatch expect_verdict(const json::Value& c, const AgentRules& rules) {
  const Verdict verdict = rules.check(robots_path(text_of(c["url"])));
  if (verdict.allowed == c["allowed"].boolean()) return std::nullopt;
  return std::string(verdict.allowed ? "allowed" : "disallowed") + " by line " +
         std::to_string(verdict.line) + ": " + text_of(c["agent"]) + " " + text_of(c["url"]);
}

Mismatch run_case(const json::Value& c) {
  const RobotsRules rules = parse_robots(test::bytes_of(c, "robots"));
  return expect_verdict(c, rules.for_agent(text_of(c["agent"])));
}

TEST(RobotsConformance, VerdictsAgreeWithGoogle) {
  test::run_suite("robots/robots_cases.jsonl", run_case, {.at_least = 1000});
}

TEST(RobotsConformance, VerdictsOnRealFilesAgreeWithThreeParsers) {
  int checks = 0;
  test::run_suite("robots/robots_real.jsonl",
                  [&](const json::Value& file) -> Mismatch {
                    const RobotsRules rules = parse_robots(test::bytes_of(file, "robots"));
                    std::map<std::string, AgentRules> agents;
                    for (const json::Value& check : file["checks"].elements()) {
                      ++checks;
                      const std::string agent = text_of(check["agent"]);
                      const AgentRules& ours =
                          agents.try_emplace(agent, rules.for_agent(agent)).first->second;
                      if (Mismatch mismatch = expect_verdict(check, ours)) return mismatch;
                    }
                    return std::nullopt;
                  },
                  {.at_least = 1000});
  std::cout << "[  SUITE   ] robots.robots_real: " << checks << " checks in those files\n";
}

// The parsers disagree on these cases. The examples of the RFC must pass; every other case that we
// decide differently from its author is listed as known, with the reason.
TEST(RobotsConformance, ContestedCasesFollowTheRfcThenGoogle) {
  test::run_suite("robots/robots_contested.jsonl", run_case, {.at_least = 100});
}

TEST(RobotsConformance, ContestedChecksOnRealFilesAgreeWithGoogle) {
  const auto files = test::suite_path("robots/robots_real.jsonl");
  if (!files) GTEST_SKIP() << "robots.robots_real is not on this machine";
  std::map<std::string, std::string> bodies;
  json::Reader reader;
  std::ifstream lines(*files);
  for (std::string line; std::getline(lines, line);) {
    const auto file = reader.read(line);
    ASSERT_TRUE(file);
    bodies[text_of((*file)["name"])] = test::bytes_of(*file, "robots");
  }
  test::run_suite(
      "robots/robots_real_contested.jsonl",
      [&](const json::Value& c) -> Mismatch {
        const RobotsRules rules = parse_robots(bodies[text_of(c["name"])]);
        const Verdict verdict =
            rules.for_agent(text_of(c["agent"])).check(robots_path(text_of(c["url"])));
        if (verdict.allowed == c["google"].boolean()) return std::nullopt;
        return "line " + std::to_string(verdict.line);
      },
      // Some of these checks are on files that robots_real.jsonl does not have.
      {.only = [&](const json::Value& c) { return bodies.contains(text_of(c["name"])); },
       .at_least = 100});
}

TEST(RobotsConformance, PatternsMatchPaths) {
  test::run_suite("robots/robots_pattern.jsonl", [](const json::Value& c) -> Mismatch {
    const RobotsRules rules =
        parse_robots("User-agent: *\nDisallow: " + text_of(c["pattern"]) + "\n");
    const bool matches = !rules.for_agent("any").check(text_of(c["path"])).allowed;
    if (matches == c["match"].boolean()) return std::nullopt;
    return matches ? "match" : "no match";
  });
}

TEST(RobotsConformance, RulesAreMatchedAgainstThePathOfTheUrl) {
  test::run_suite("robots/robots_url_path.jsonl", [](const json::Value& c) -> Mismatch {
    const std::string path = robots_path(text_of(c["url"]));
    if (path == text_of(c["path"])) return std::nullopt;
    return path;
  });
}

TEST(RobotsConformance, CrawlDelayIsRead) {
  test::run_suite("robots/robots_crawl_delay.jsonl", [](const json::Value& c) -> Mismatch {
    const RobotsRules rules = parse_robots(test::bytes_of(c, "robots"));
    const auto delay = rules.for_agent(text_of(c["agent"])).crawl_delay();
    std::optional<Duration> expected;
    if (const auto seconds = c["crawl_delay"].number()) expected = Duration::from_seconds(*seconds);
    if (delay == expected) return std::nullopt;
    return delay ? std::to_string(delay->in_seconds()) : "none";
  });
}

TEST(RobotsConformance, SitemapsAreListed) {
  test::run_suite("robots/robots_sitemaps.jsonl", [](const json::Value& c) -> Mismatch {
    const RobotsRules rules = parse_robots(test::bytes_of(c, "robots"));
    // The caller of the parser resolves the addresses; for the suite this is enough.
    const std::string base = text_of(c["robots_url"]) + text_of(c["base_url"]);
    std::string got;
    for (std::string sitemap : rules.sitemaps()) {
      if (sitemap.starts_with("/")) sitemap = base + sitemap;
      if (sitemap.starts_with("HTTP:")) sitemap.replace(0, 4, "http");
      got += sitemap + " ";
    }
    std::string expected;
    for (const json::Value& sitemap : c["sitemaps"].elements()) expected += text_of(sitemap) + " ";
    if (got == expected) return std::nullopt;
    return got;
  });
}

TEST(RobotsConformance, StatusOfTheRobotsRequestDecides) {
  test::run_suite("robots/robots_http_status.jsonl", [](const json::Value& c) -> Mismatch {
    bool allowed = false;
    switch (robots_meaning(static_cast<int>(c["status"].integer().value_or(0)))) {
      case RobotsStatus::kUseBody:
        allowed = parse_robots(text_of(c["body"])).for_agent("any").check("/").allowed;
        break;
      case RobotsStatus::kAllowAll: allowed = true; break;
      case RobotsStatus::kFollowRedirect:
      case RobotsStatus::kHoldBack: break;
    }
    if (allowed == c["allowed"].boolean()) return std::nullopt;
    return allowed ? "allowed" : "disallowed";
  });
}

}  // namespace
}  // namespace freshet::robots
