#include "robots/robots.h"

#include <string>

#include "gtest/gtest.h"

namespace freshet::robots {
namespace {

Verdict check(std::string_view body, std::string_view target, std::string_view agent = "freshet") {
  return parse_robots(body).for_agent(agent).check(target);
}

constexpr std::string_view kTwoGroups =
    "User-agent: *\n"
    "Disallow: /all\n"
    "\n"
    "User-agent: Freshet\n"
    "User-agent: other\n"
    "Allow: /mine/public\n"
    "Disallow: /mine\n";

TEST(Robots, AnEmptyFileAllowsEverything) {
  EXPECT_EQ(check("", "/x"), Verdict());
  EXPECT_EQ(RobotsRules().for_agent("a").check("/x"), Verdict());
  EXPECT_EQ(AgentRules().check("/x"), Verdict());
}

TEST(Robots, VerdictHasTheLineThatDecided) {
  EXPECT_EQ(check(kTwoGroups, "/mine/x"), (Verdict{.allowed = false, .line = 7}));
  EXPECT_EQ(check(kTwoGroups, "/mine/public"), (Verdict{.allowed = true, .line = 6}));
  EXPECT_EQ(check(kTwoGroups, "/else"), (Verdict{.allowed = true, .line = 0}));
}

TEST(Robots, GroupsForStarDoNotApplyToAnAgentThatHasAGroup) {
  EXPECT_TRUE(check(kTwoGroups, "/all").allowed);
  EXPECT_TRUE(check(kTwoGroups, "/all", "OTHER").allowed);
  EXPECT_FALSE(check(kTwoGroups, "/all", "somebody").allowed);
  EXPECT_EQ(check("User-agent: a\nDisallow: /", "/", "b"), Verdict());
}

TEST(Robots, GroupsOfTheSameAgentAreMerged) {
  constexpr std::string_view kBody =
      "User-agent: a\nDisallow: /1\nUser-agent: b\nDisallow: /2\nUser-agent: a\nDisallow: /3\n";
  EXPECT_FALSE(check(kBody, "/1", "a").allowed);
  EXPECT_TRUE(check(kBody, "/2", "a").allowed);
  EXPECT_FALSE(check(kBody, "/3", "a").allowed);
}

TEST(Robots, AgentsAreComparedByTheirProductToken) {
  EXPECT_FALSE(check("User-agent: FreShet/2.0 beta\nDisallow: /", "/").allowed);
  EXPECT_FALSE(check("User-agent: freshet\nDisallow: /", "/", "Freshet/1.0").allowed);
  EXPECT_TRUE(check("User-agent: freshet-news\nDisallow: /", "/").allowed);
  EXPECT_TRUE(check("User-agent: fresh\nDisallow: /", "/").allowed);
  // A product token has no digits, so this line names the agent "bot".
  EXPECT_TRUE(check("User-agent: bot2\nDisallow: /", "/", "bot2").allowed);
  EXPECT_FALSE(check("User-agent: bot2\nDisallow: /", "/", "bot").allowed);
  EXPECT_TRUE(check("User-agent:\nDisallow: /", "/", "").allowed);
}

TEST(Robots, AStarWithTextAfterASpaceMatchesEveryAgent) {
  EXPECT_FALSE(check("User-agent: * all\nDisallow: /", "/").allowed);
  EXPECT_TRUE(check("User-agent: *bot\nDisallow: /", "/").allowed);
}

TEST(Robots, AnEmptyDisallowAllowsEverything) {
  EXPECT_EQ(check("User-agent: *\nDisallow:\n", "/x"), Verdict());
}

TEST(Robots, PathsAreComparedIndependentlyOfPercentEncoding) {
  EXPECT_FALSE(
      check("User-agent: *\nDisallow: /foo/bar/\xE3\x83\x84", "/foo/bar/%e3%83%84").allowed);
  EXPECT_FALSE(check("User-agent: *\nDisallow: /%66oo", "/foo").allowed);
  EXPECT_FALSE(check("User-agent: *\nDisallow: /a b", "/a%20b").allowed);
  EXPECT_TRUE(check("User-agent: *\nDisallow: /a/b", "/a%2Fb").allowed);
  EXPECT_FALSE(check("User-agent: *\nDisallow: /a%2A", "/a*").allowed);
}

TEST(Robots, AllowingAnIndexPageAllowsItsDirectory) {
  constexpr std::string_view kBody = "User-agent: *\nAllow: /a/index.html\nDisallow: /\n";
  EXPECT_EQ(check(kBody, "/a/"), (Verdict{.allowed = true, .line = 2}));
  EXPECT_FALSE(check(kBody, "/a/b").allowed);
}

TEST(Robots, ATargetWithoutASlashGetsOne) {
  EXPECT_FALSE(check("User-agent: *\nDisallow: /x", "x").allowed);
  EXPECT_FALSE(check("User-agent: *\nDisallow: /", "").allowed);
}

TEST(Robots, ALongTargetIsNormalised) {
  const std::string target = "/" + std::string(5'000, '\xE3') + "/secret";
  EXPECT_FALSE(check("User-agent: *\nDisallow: /*/secret$", target).allowed);
}

TEST(Robots, RulesOutliveTheFile) {
  AgentRules rules;
  {
    const std::string body(kTwoGroups);
    rules = parse_robots(body).for_agent("freshet");
  }
  EXPECT_FALSE(rules.check("/mine").allowed);
}

TEST(RobotsPath, IsPathAndQueryWithoutTheFragment) {
  EXPECT_EQ(robots_path("http://h/a?b#c"), "/a?b");
  EXPECT_EQ(robots_path("http://h?q=http://x/"), "/?q=http://x/");
  EXPECT_EQ(robots_path("http://h#/a"), "/");
  EXPECT_EQ(robots_path("//h/a"), "/a");
  EXPECT_EQ(robots_path("/a/b"), "/a/b");
  EXPECT_EQ(robots_path(""), "/");
}

}  // namespace
}  // namespace freshet::robots
