// A redirect of robots.txt is a request like any other: the politeness and the rules of the host
// that it leads to hold for it, and it is counted.
#include "integration/crawling.h"

namespace freshet::test {
namespace {

class RobotsRedirect : public ScriptedCrawling {
 protected:
  // Hosts s0.test, s1.test ... with two pages each.
  std::vector<std::string> set_sources(int count) {
    std::vector<std::string> seeds;
    for (int i = 0; i < count; ++i) {
      const std::string host = source(i);
      web_.set(host + "/", links({"/x"}));
      web_.set(host + "/x", links({}));
      seeds.push_back("http://" + host + "/");
    }
    return seeds;
  }
  static std::string source(int i) { return "s" + std::to_string(i) + ".test"; }
};

TEST_F(RobotsRedirect, ManyHostsThatLeadToOneDoNotMakeItsGapsShorter) {
  constexpr int kHosts = 6;
  crawl::CrawlOptions o = options(set_sources(kHosts));
  for (int i = 0; i < kHosts; ++i) {
    web_.set(source(i) + "/robots.txt", redirect("http://victim.test/" + std::to_string(i)));
  }
  o.politeness.delay = Duration::milliseconds(100);
  o.retry.patience = Duration::seconds(10);
  const crawl::Progress progress = run(o);
  EXPECT_EQ(progress.pages, 2u * kHosts);  // 404: no rules
  EXPECT_EQ(web_.times("victim.test"), 1u + kHosts);
  for (const Duration gap : web_.gaps("victim.test")) EXPECT_GE(gap, Duration::milliseconds(100));
  EXPECT_EQ(progress.requests, web_.times(""));
  EXPECT_FALSE(site("http://victim.test").in_scope);
  for (int i = 0; i < kHosts; ++i) {
    EXPECT_EQ(archived()["http://victim.test/" + std::to_string(i)].records, 1) << i;
  }
}

TEST_F(RobotsRedirect, WhatTheTargetDisallowsIsNotAskedAndTheSiteIsHeldBack) {
  crawl::CrawlOptions o = options(set_sources(3));
  for (int i = 0; i < 3; ++i) {
    web_.set(source(i) + "/robots.txt", redirect("http://victim.test/" + std::to_string(i)));
  }
  web_.set("victim.test/robots.txt", plain_text("User-agent: *\nDisallow: /"));
  const crawl::Progress progress = run(o);
  EXPECT_EQ(progress.pages, 0u);
  EXPECT_EQ(web_.times("victim.test"), web_.times("victim.test/robots.txt"));
  EXPECT_EQ(web_.times("victim.test"), 1u);
  EXPECT_GE(progress.outcomes.at("robots_unavailable"), 3u);
}

TEST_F(RobotsRedirect, ARobotsTxtThatManyLeadToIsAskedOnceAndCountsForAll) {
  crawl::CrawlOptions o = options(set_sources(5));
  for (int i = 0; i < 5; ++i) {
    web_.set(source(i) + "/robots.txt", redirect("http://hub.test/robots.txt"));
  }
  web_.set("hub.test/robots.txt", plain_text("User-agent: *\nDisallow: /x\nSitemap: /map.txt"));
  o.seeds.push_back("http://hub.test/");
  web_.set("hub.test/", links({"/x"}));
  const crawl::Progress progress = run(o);
  EXPECT_EQ(progress.pages, 6u);
  EXPECT_EQ(progress.outcomes.at("disallowed"), 6u);
  EXPECT_EQ(web_.times("hub.test/robots.txt"), 1u);
  EXPECT_EQ(site("http://s0.test").robots_status, 200u);
  EXPECT_EQ(run(o).requests, 0u);
}

TEST_F(RobotsRedirect, OnTheSameSiteItNeedsNoOtherRules) {
  web_.set("a.test/robots.txt", redirect("/rules/robots.txt"));
  web_.set("a.test/rules/robots.txt", plain_text("User-agent: *\nDisallow: /x"));
  web_.set("a.test/", links({"/x", "/y"}));
  web_.set("a.test/y", links({}));
  EXPECT_EQ(run(options()).pages, 2u);
  EXPECT_EQ(web_.times("a.test/robots.txt"), 1u);
  EXPECT_EQ(web_.times("a.test/x"), 0u);
}

TEST_F(RobotsRedirect, FiveAreFollowedAndASixthIsAsIfThereWereNoRules) {
  for (const std::string host : {"a.test", "b.test"}) {
    web_.set(host + "/", links({}));
    web_.set(host + "/robots.txt", redirect("/r1"));
    for (int i = 1; i < 5; ++i) {
      web_.set(host + "/r" + std::to_string(i), redirect("/r" + std::to_string(i + 1)));
    }
  }
  const Answer rules = plain_text("User-agent: *\nDisallow: /");
  web_.set("a.test/r5", rules);
  web_.set("b.test/r5", redirect("/r6"));
  web_.set("b.test/r6", rules);
  EXPECT_EQ(run(options({"http://a.test/", "http://b.test/"})).pages, 1u);
  EXPECT_EQ(web_.times("a.test/"), 0u);
  EXPECT_EQ(web_.times("b.test/"), 1u);
  EXPECT_EQ(web_.times("b.test/r6"), 0u);
}

TEST_F(RobotsRedirect, ADelayLongerThanThePatienceIsNoReasonNeverToFollow) {
  web_.set("a.test/robots.txt", redirect("/rules"));
  web_.set("a.test/rules", plain_text("User-agent: *\nDisallow: /x"));
  crawl::CrawlOptions o = options();
  o.politeness.delay = Duration::milliseconds(300);
  o.retry.patience = Duration::milliseconds(200);
  EXPECT_EQ(run(o).requests, 2u);
  EXPECT_EQ(site("http://a.test").robots_status, 200u);
}

TEST_F(RobotsRedirect, ALoopOfTwoHostsEnds) {
  web_.set("a.test/robots.txt", redirect("http://b.test/robots.txt"));
  web_.set("b.test/robots.txt", redirect("http://a.test/robots.txt"));
  web_.set("a.test/", links({}));
  EXPECT_EQ(run(options()).pages, 1u);
  EXPECT_EQ(web_.times("a.test/robots.txt") + web_.times("b.test/robots.txt"), 6u);
}

TEST_F(RobotsRedirect, HostsThatNeedEachOthersRulesDoNotKeepTheCrawlWaiting) {
  web_.set("a.test/robots.txt", redirect("http://b.test/rules"));
  web_.set("b.test/robots.txt", redirect("http://a.test/rules"));
  web_.set("c.test/", links({}));
  const crawl::Progress progress =
      run(options({"http://a.test/", "http://b.test/", "http://c.test/"}));
  EXPECT_EQ(progress.pages, 1u);
  EXPECT_EQ(web_.times("a.test/rules") + web_.times("b.test/rules"), 0u);
}

TEST_F(RobotsRedirect, ATargetThatDoesNotAnswerHoldsTheSiteBack) {
  web_.set("a.test/robots.txt", redirect("http://down.test/robots.txt"));
  web_.set("down.test/robots.txt", Answer{.then = Answer::Then::kReset});
  const crawl::Progress progress = run(options());
  EXPECT_EQ(progress.pages, 0u);
  EXPECT_EQ(web_.times("a.test/"), 0u);
  EXPECT_GE(progress.outcomes.at("robots_unavailable"), 1u);
  EXPECT_EQ(site("http://a.test").robots_status, 0u);
}

TEST_F(RobotsRedirect, TheTimeThatTheTargetAsksForIsGivenToIt) {
  crawl::CrawlOptions o = options(set_sources(3));
  for (int i = 0; i < 3; ++i) {
    web_.set(source(i) + "/robots.txt", redirect("http://busy.test/robots.txt"));
  }
  web_.set("busy.test/robots.txt", status(503, "Retry-After: 3600\r\n"));
  EXPECT_EQ(run(o).pages, 0u);
  EXPECT_EQ(web_.times("busy.test"), 1u);
}

TEST_F(RobotsRedirect, IntoThePrivateNetworkOrToABadPortIsNotFollowed) {
  const std::string inside = "http://127.0.0.1:" + std::to_string(web_.port()) + "/robots.txt";
  web_.set("a.test/robots.txt", redirect(inside));
  web_.set("b.test/robots.txt", redirect("http://a.test:25/robots.txt"));
  crawl::CrawlOptions o = options({"http://a.test/", "http://b.test/"});
  o.fetch.host_map = {{"a.test", web_.address()}, {"b.test", web_.address()}};
  const crawl::Progress progress = run(o);
  EXPECT_EQ(progress.pages, 0u);
  EXPECT_EQ(web_.times("127.0.0.1"), 0u);
  EXPECT_EQ(web_.times("a.test"), web_.times("a.test/robots.txt"));
  EXPECT_GE(progress.outcomes.at("robots_unavailable"), 2u);
}

}  // namespace
}  // namespace freshet::test
