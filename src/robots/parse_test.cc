#include <algorithm>
#include <random>
#include <string>

#include "gtest/gtest.h"
#include "robots/robots.h"
#include "robots/robots_status.h"

namespace freshet::robots {
namespace {

Verdict check(std::string_view body, std::string_view target, std::string_view agent = "freshet") {
  return parse_robots(body).for_agent(agent).check(target);
}

TEST(ParseRobots, EveryKindOfLineEndIsCounted) {
  for (const std::string end : {"\n", "\r", "\r\n"}) {
    const Verdict verdict =
        check("# hello" + end + end + "User-agent: *" + end + "Disallow: /x", "/x");
    EXPECT_EQ(verdict, (Verdict{.allowed = false, .line = 4}));
  }
}

TEST(ParseRobots, SkipsAByteOrderMark) {
  EXPECT_FALSE(check("\xEF\xBB\xBFUser-agent: *\nDisallow: /", "/").allowed);
  EXPECT_FALSE(check("\xEF\xBBUser-agent: *\nDisallow: /", "/").allowed);
}

TEST(ParseRobots, CommentsAndNulBytesEndALine) {
  EXPECT_FALSE(check("User-agent: * # all\nDisallow: /x # not here\n", "/x").allowed);
  using std::literals::operator""sv;
  constexpr auto with_nul = "User-agent: *\nDisallow: /x\0yz\nDisallow: /q"sv;
  EXPECT_FALSE(check(with_nul, "/x").allowed);
  EXPECT_FALSE(check(with_nul, "/q").allowed);
}

TEST(ParseRobots, AcceptsTheErrorsThatGoogleAccepts) {
  for (const char* key :
       {"disallow", "DISALLOW ", "dissallow", "dissalow", "disalow", "diasllow", "disallaw"}) {
    EXPECT_FALSE(check("useragent: *\n" + std::string(key) + ": /x", "/x").allowed) << key;
  }
  EXPECT_FALSE(check("user agent: *\nDisallow /x", "/x").allowed);
  EXPECT_TRUE(check("user-agent: *\nDisallow /x /y", "/x").allowed);  // three words are not a rule
}

TEST(ParseRobots, HasRemarksOnLinesThatWereCorrectedOrIgnored) {
  const auto rules = parse_robots(
      "Disallow: /early\n<html>\nUseragent: *\nDisallow /x\nCrawl-delay: soon\nHost: h\n");
  ASSERT_EQ(rules.remarks().size(), 5U);
  EXPECT_EQ(rules.remarks()[0],
            (Remark{.line = 1, .text = "rule before the first User-agent: ignored"}));
  EXPECT_EQ(rules.remarks()[1].line, 2);
  EXPECT_EQ(rules.remarks()[2], (Remark{.line = 3, .text = "misspelt key: accepted: Useragent"}));
  EXPECT_EQ(rules.remarks()[4],
            (Remark{.line = 5, .text = "Crawl-delay is not a number: ignored: soon"}));
}

TEST(ParseRobots, ALineThatCrossesTheSizeLimitIsDropped) {
  const std::string body = "User-agent: *\nDisallow: /a\nDisallow: /bcdef\n";
  const auto rules = parse_robots(body, {.max_bytes = body.size() - 4});
  EXPECT_FALSE(rules.for_agent("x").check("/a").allowed);
  EXPECT_TRUE(rules.for_agent("x").check("/bcdef").allowed);
  EXPECT_EQ(rules.remarks().size(), 1U);
}

TEST(ParseRobots, ALineLongerThanTheLimitIsCut) {
  const auto rules = parse_robots("User-agent: *\nDisallow: /abcdef\n", {.max_line = 13});
  EXPECT_FALSE(rules.for_agent("x").check("/abx").allowed);
  EXPECT_TRUE(rules.for_agent("x").check("/a").allowed);
}

TEST(ParseRobots, NumbersOfRulesSitemapsAndRemarksAreLimited) {
  std::string body = "User-agent: *\n";
  for (int i = 0; i < 10; ++i) {
    body += "Disallow: /" + std::to_string(i) + "\nSitemap: http://h/" + std::to_string(i) + "\n";
  }
  const auto rules = parse_robots(body, {.max_rules = 3, .max_sitemaps = 2, .max_remarks = 4});
  EXPECT_FALSE(rules.for_agent("x").check("/2").allowed);
  EXPECT_TRUE(rules.for_agent("x").check("/3").allowed);
  EXPECT_EQ(rules.sitemaps().size(), 2U);
  EXPECT_EQ(rules.remarks().size(), 4U);
}

TEST(ParseRobots, SitemapsDoNotBelongToGroupsAndAreListedOnce) {
  const auto rules = parse_robots(
      "Sitemap: http://h/1\nUser-agent: a\nSite-map:  /2 \nUser-agent: b\nDisallow: /\n"
      "sitemap: http://h/1\nSitemap:\n");
  EXPECT_EQ(rules.sitemaps(), (std::vector<std::string>{"http://h/1", "/2"}));
  EXPECT_FALSE(rules.for_agent("a").check("/").allowed);  // a and b are still one group
}

TEST(ParseRobots, CrawlDelayIsParsedWithItsFraction) {
  const auto delay = [](std::string value) {
    return parse_robots("User-agent: *\nCrawl-delay: " + value).for_agent("x").crawl_delay();
  };
  EXPECT_EQ(delay("10"), Duration::seconds(10));
  EXPECT_EQ(delay("0.5"), Duration::milliseconds(500));
  EXPECT_EQ(delay("10 seconds"), Duration::seconds(10));
  EXPECT_EQ(delay("0"), Duration());
  EXPECT_EQ(delay("86400"), Duration::days(1));
  for (const char* bad : {"", "-1", "nan", "inf", "1e9", "1/10", "999999999999999999999", "word"}) {
    EXPECT_EQ(delay(bad), std::nullopt) << bad;
  }
}

TEST(ParseRobots, CrawlDelayAppliesToTheAgentsAboveIt) {
  const auto rules = parse_robots(
      "User-agent: a\nCrawl-delay: 1\nUser-agent: b\nCrawl-delay: 2\nDisallow: /x\n\n"
      "User-agent: a\nCrawl-delay: 3\n\nUser-agent: *\nCrawl-delay: 9\n\nUser-agent: "
      "c\nDisallow:\n");
  EXPECT_EQ(rules.for_agent("a").crawl_delay(), Duration::seconds(3));  // the longest of its delays
  EXPECT_EQ(rules.for_agent("b").crawl_delay(), Duration::seconds(2));
  EXPECT_EQ(rules.for_agent("c").crawl_delay(), std::nullopt);
  EXPECT_EQ(rules.for_agent("other").crawl_delay(), Duration::seconds(9));
  EXPECT_FALSE(rules.for_agent("a").check("/x").allowed);  // for rules, a and b are one group
}

TEST(ParseRobots, AcceptsAnyBytes) {
  std::mt19937 random(3);
  for (int round = 0; round < 2'000; ++round) {
    std::string body;
    for (int i = 0; i < 60; ++i) {
      static constexpr std::string_view kPieces[] = {
          "User-agent:", "*", "\n", "\r", "Disallow:", "Allow:", "/", "a", " ", "$", "%", "#", ":"};
      body += kPieces[random() % std::size(kPieces)];
      if (random() % 10 == 0) body += static_cast<char>(random());
    }
    const auto lines =
        std::count_if(body.begin(), body.end(), [](char c) { return c == '\n' || c == '\r'; });
    EXPECT_LE(check(body, "/a/a").line, lines + 1);
  }
}

TEST(RobotsStatus, FollowsRfc9309) {
  EXPECT_EQ(robots_meaning(200), RobotsStatus::kUseBody);
  EXPECT_EQ(robots_meaning(301), RobotsStatus::kFollowRedirect);
  EXPECT_EQ(robots_meaning(301, kMostRobotsRedirects), RobotsStatus::kAllowAll);
  EXPECT_EQ(robots_meaning(304), RobotsStatus::kUseBody);
  EXPECT_EQ(robots_meaning(403), RobotsStatus::kAllowAll);
  EXPECT_EQ(robots_meaning(404), RobotsStatus::kAllowAll);
}

TEST(RobotsStatus, UnavailableRulesHoldTheHostBack) {
  for (const int status : {0, -1, 100, 429, 500, 503, 599, 999}) {
    EXPECT_EQ(robots_meaning(status), RobotsStatus::kHoldBack) << status;
  }
}

}  // namespace
}  // namespace freshet::robots
