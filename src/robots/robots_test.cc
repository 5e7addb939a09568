#include "robots/robots.h"

#include <string>

#include "gtest/gtest.h"

namespace freshet::robots {
namespace {

Verdict ask(std::string_view body, std::string_view target, std::string_view agent = "freshet") {
  return parse_robots(body).for_agent(agent).ask(target);
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
  EXPECT_EQ(ask("", "/x"), Verdict());
  EXPECT_EQ(RobotsRules().for_agent("a").ask("/x"), Verdict());
  EXPECT_EQ(AgentRules().ask("/x"), Verdict());
}

TEST(Robots, NamesTheLineThatDecided) {
  EXPECT_EQ(ask(kTwoGroups, "/mine/x"), (Verdict{.allowed = false, .line = 7}));
  EXPECT_EQ(ask(kTwoGroups, "/mine/public"), (Verdict{.allowed = true, .line = 6}));
  EXPECT_EQ(ask(kTwoGroups, "/else"), (Verdict{.allowed = true, .line = 0}));
}

TEST(Robots, AnAgentWithAGroupOfItsOwnDoesNotObeyTheOthers) {
  EXPECT_TRUE(ask(kTwoGroups, "/all").allowed);
  EXPECT_FALSE(ask(kTwoGroups, "/all", "somebody").allowed);
  EXPECT_EQ(parse_robots(kTwoGroups).for_agent("OTHER").addressed(), Addressed::kByName);
  EXPECT_EQ(parse_robots(kTwoGroups).for_agent("x").addressed(), Addressed::kEveryone);
  EXPECT_EQ(parse_robots("User-agent: a").for_agent("b").addressed(), Addressed::kNobody);
}

TEST(Robots, GroupsOfTheSameAgentAreMerged) {
  constexpr std::string_view kBody =
      "User-agent: a\nDisallow: /1\nUser-agent: b\nDisallow: /2\nUser-agent: a\nDisallow: /3\n";
  EXPECT_FALSE(ask(kBody, "/1", "a").allowed);
  EXPECT_TRUE(ask(kBody, "/2", "a").allowed);
  EXPECT_FALSE(ask(kBody, "/3", "a").allowed);
}

TEST(Robots, TheAgentIsComparedByItsProductToken) {
  EXPECT_FALSE(ask("User-agent: FreShet/2.0 beta\nDisallow: /", "/").allowed);
  EXPECT_FALSE(ask("User-agent: freshet\nDisallow: /", "/", "Freshet/1.0").allowed);
  EXPECT_TRUE(ask("User-agent: freshet-news\nDisallow: /", "/").allowed);
  EXPECT_TRUE(ask("User-agent: fresh\nDisallow: /", "/").allowed);
  // No product token has a digit, so this line means a crawler called "bot".
  EXPECT_TRUE(ask("User-agent: bot2\nDisallow: /", "/", "bot2").allowed);
  EXPECT_FALSE(ask("User-agent: bot2\nDisallow: /", "/", "bot").allowed);
  EXPECT_TRUE(ask("User-agent:\nDisallow: /", "/", "").allowed);
}

TEST(Robots, AStarWithSomethingAfterItStillMeansEveryone) {
  EXPECT_FALSE(ask("User-agent: * all\nDisallow: /", "/").allowed);
  EXPECT_TRUE(ask("User-agent: *bot\nDisallow: /", "/").allowed);
}

TEST(Robots, AnEmptyDisallowAllowsEverything) {
  EXPECT_EQ(ask("User-agent: *\nDisallow:\n", "/x"), Verdict());
}

TEST(Robots, PercentEncodingDoesNotHideAPath) {
  EXPECT_FALSE(ask("User-agent: *\nDisallow: /foo/bar/\xE3\x83\x84", "/foo/bar/%e3%83%84").allowed);
  EXPECT_FALSE(ask("User-agent: *\nDisallow: /%66oo", "/foo").allowed);
  EXPECT_FALSE(ask("User-agent: *\nDisallow: /a b", "/a%20b").allowed);
  EXPECT_TRUE(ask("User-agent: *\nDisallow: /a/b", "/a%2Fb").allowed);
  EXPECT_FALSE(ask("User-agent: *\nDisallow: /a%2A", "/a*").allowed);
}

TEST(Robots, AllowingAnIndexPageAllowsItsFolder) {
  constexpr std::string_view kBody = "User-agent: *\nAllow: /a/index.html\nDisallow: /\n";
  EXPECT_EQ(ask(kBody, "/a/"), (Verdict{.allowed = true, .line = 2}));
  EXPECT_FALSE(ask(kBody, "/a/b").allowed);
}

TEST(Robots, ATargetWithoutASlashIsTakenAsAPath) {
  EXPECT_FALSE(ask("User-agent: *\nDisallow: /x", "x").allowed);
  EXPECT_FALSE(ask("User-agent: *\nDisallow: /", "").allowed);
}

TEST(Robots, ALongTargetIsNormalisedToo) {
  const std::string target = "/" + std::string(5'000, '\xE3') + "/secret";
  EXPECT_FALSE(ask("User-agent: *\nDisallow: /*/secret$", target).allowed);
}

TEST(Robots, RulesOutliveTheFile) {
  AgentRules rules;
  {
    const std::string body(kTwoGroups);
    rules = parse_robots(body).for_agent("freshet");
  }
  EXPECT_FALSE(rules.ask("/mine").allowed);
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
