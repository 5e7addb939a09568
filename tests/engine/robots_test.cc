// Tests of robots.txt: how long rules are valid, what they forbid, and hosts whose robots.txt
// cannot be fetched, of which no page is requested until it can (RFC 9309, section 2.3.1.4).
#include "engine/engine_world.h"

namespace freshet::test {
namespace {

using store::VisitResult;

class Robots : public EngineWorld {
 protected:
  Robots() {
    web_.set("http://a.test/", links({"/x", "/y"}));
    web_.set("http://a.test/x", links({}));
    web_.set("http://a.test/y", links({}));
  }
  static constexpr const char* kRobots = "http://a.test/robots.txt";
};

struct Fault {
  const char* name;
  fetch::Outcome outcome;
};

class RobotsThatCannotBeFetched : public Robots, public testing::WithParamInterface<Fault> {
 protected:
  RobotsThatCannotBeFetched() { web_.set(kRobots, Answer(GetParam().outcome)); }
};

TEST_P(RobotsThatCannotBeFetched, HoldTheHostBackAndAreRetriedWithIncreasingWaits) {
  options_.retry.patience = Duration::minutes(10);
  const crawl::Progress progress = run();
  EXPECT_EQ(progress.pages, 0u);
  EXPECT_EQ(progress.waiting, 1u);
  EXPECT_NE(progress.ended.find("wait for hosts"), std::string::npos) << progress.ended;
  EXPECT_EQ(web_.count(), web_.times(kRobots));
  EXPECT_EQ(progress.outcomes.at(collection::Event::kRobotsUnavailable), web_.times(kRobots));
  EXPECT_EQ(page("http://a.test/").result, VisitResult::kNever);
  const auto gaps = web_.gaps_of(kRobots);
  ASSERT_GE(gaps.size(), 4u);
  for (size_t i = 0; i < 4; ++i) {
    const Duration least = Duration::seconds(30) * (1 << i);
    EXPECT_GE(gaps[i], least) << i;
    EXPECT_LE(gaps[i], least + least / 4 + Duration::milliseconds(50)) << i;
  }
}

TEST_P(RobotsThatCannotBeFetched, ForAMonthPreventAllOtherRequests) {
  run_without_end(0.02);
  at(Duration::days(29), [&] {
    const collection::StatusReport status = status_now();
    EXPECT_EQ(status.sites.held, 1u);
    ASSERT_EQ(status.held.size(), 1u);
    EXPECT_EQ(status.held[0].robots, collection::RobotsState::kUnavailable);
    EXPECT_EQ(status.held[0].obstacle.kind, collection::Obstacle::Kind::kRobotsUnavailable);
    const collection::PageReport report = why("http://a.test/");
    EXPECT_EQ(report.standing, collection::Standing::kWaiting);
    EXPECT_EQ(report.obstacle.kind, collection::Obstacle::Kind::kRobotsUnavailable);
    EXPECT_GT(*report.obstacle.until, now());
  });
  run_for(Duration::days(30));
  EXPECT_EQ(web_.count(), web_.times(kRobots)) << "no page is requested";
  EXPECT_GT(web_.times(kRobots), 30u);
  EXPECT_LT(web_.times(kRobots), 50u);
  for (const Duration gap : web_.gaps_of(kRobots)) EXPECT_LE(gap, Duration::hours(25));

  web_.set(kRobots, plain_text("User-agent: *\nDisallow: /x\n"));
  run_for(Duration::days(2));
  EXPECT_GT(web_.times("http://a.test/y"), 30u);
  EXPECT_EQ(web_.times("http://a.test/x"), 0u);
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, RobotsThatCannotBeFetched,
    testing::Values(Fault{"ServerError", status(500)}, Fault{"Unavailable", status(503)},
                    Fault{"TooManyRequests", status(429)},
                    Fault{"Reset", fetch::ConnectionLost{"reset"}},
                    Fault{"Refused", fetch::ConnectFailed{"refused"}},
                    Fault{"TimeOut", fetch::TimedOut{fetch::TimedOut::Stage::kConnect}},
                    Fault{"Tls", fetch::TlsFailed{"expired"}},
                    Fault{"NotHttp", fetch::BadReply{"SSH-2.0"}},
                    // The missing part may have had the rule that matters.
                    Fault{"BrokenOff", cut(plain_text("User-agent: *\nAllow: /\n"))}),
    [](const auto& test) { return test.param.name; });

TEST_F(Robots, HostIsCrawledWhenItsRobotsTxtCanBeFetched) {
  web_.set(kRobots, {status(500), Answer(fetch::ConnectionLost{"reset"}),
                     plain_text("User-agent: *\nDisallow: /x\n")});
  options_.retry.patience = Duration::minutes(10);
  const crawl::Progress progress = run();
  EXPECT_EQ(progress.pages, 2u);
  EXPECT_EQ(progress.outcomes.at(collection::Event::kDisallowed), 1u);
  EXPECT_EQ(web_.times("http://a.test/x"), 0u);
  EXPECT_EQ(page("http://a.test/x").result, VisitResult::kExcluded);
  EXPECT_EQ(site("http://a.test").robots_status, 200u);
}

class RobotsThatAreRefused : public Robots, public testing::WithParamInterface<int> {};

TEST_P(RobotsThatAreRefused, ForbidNothing) {
  web_.set(kRobots, status(GetParam()));
  EXPECT_EQ(run().pages, 3u);
  EXPECT_EQ(web_.times(kRobots), 1u);
}

INSTANTIATE_TEST_SUITE_P(Statuses, RobotsThatAreRefused,
                         testing::Values(400, 401, 403, 404, 410, 451));

TEST_F(Robots, OtherHostsAreNotAffected) {
  web_.set(kRobots, status(503, "Retry-After: 3600\r\n"));
  web_.set("http://b.test/", links({"/1"}));
  web_.set("http://b.test/1", links({}));
  options_.seeds = {"http://a.test/", "http://b.test/"};
  EXPECT_EQ(run().pages, 2u);
  EXPECT_EQ(web_.count("http://a.test"), 1u);
}

TEST_F(Robots, RetryAfterOfRobotsTxtSurvivesARestart) {
  web_.set(kRobots, {status(503, "Retry-After: 3600\r\n"), status(404)});
  EXPECT_EQ(run().pages, 0u);
  pass(Duration::minutes(57));
  EXPECT_EQ(run().requests, 0u);
  pass(Duration::minutes(4));
  EXPECT_EQ(run().pages, 3u);
}

TEST_F(Robots, BackOffContinuesAfterARestart) {
  web_.set(kRobots, status(500));
  options_.politeness.first_backoff = Duration::minutes(1);
  options_.retry.patience = Duration();
  run();
  EXPECT_EQ(web_.times(kRobots), 1u);
  // However often it is restarted, the requests come as in one crawl: after 1, 2, 4, ... minutes,
  // and up to a quarter more.
  for (int i = 0; i < 60; ++i) {
    pass(Duration::minutes(1));
    run();
  }
  EXPECT_EQ(web_.times(kRobots), 6u);
  EXPECT_EQ(web_.times("http://a.test/"), 0u);
}

TEST_F(Robots, RulesAreValidForADayAlsoOverRestarts) {
  web_.set(kRobots, plain_text("User-agent: *\nDisallow: /x\n"));
  run_without_end(0.02);
  for (int i = 0; i < 6; ++i) run_for(Duration::days(1));
  const auto gaps = web_.gaps_of(kRobots);
  EXPECT_EQ(gaps.size(), 5u);
  for (const Duration gap : gaps) {
    EXPECT_GE(gap, Duration::days(1));
    EXPECT_LE(gap, Duration::days(1) + Duration::minutes(1));
  }
  EXPECT_EQ(web_.times("http://a.test/x"), 0u);
}

TEST_F(Robots, NewRulesAreObeyedWhenTheOldOnesHaveExpired) {
  web_.set(kRobots, plain_text("User-agent: *\nAllow: /\n"));
  run_without_end(0.02);
  at(Duration::hours(1), [&] { web_.set(kRobots, plain_text("User-agent: *\nDisallow: /x\n")); });
  at(Duration::hours(49), [&] { web_.set(kRobots, plain_text("")); });
  run_for(Duration::days(4));
  const auto requests = web_.requests_for("http://a.test/x");
  ASSERT_GT(requests.size(), 20u);
  size_t forbidden = 0;
  size_t late = 0;
  for (const auto& one : requests) {
    forbidden += one.at > Duration::hours(25) && one.at < Duration::hours(72) ? 1 : 0;
    late += one.at > Duration::hours(73) ? 1 : 0;
  }
  EXPECT_EQ(forbidden, 0u);
  EXPECT_GT(late, 10u) << "it is allowed again";
  EXPECT_EQ(page("http://a.test/x").left, std::nullopt)
      << "what is forbidden stays in the collection";
}

TEST_F(Robots, LifetimeOfRulesIsASetting) {
  options_.robots_lifetime = Duration::hours(6);
  run_without_end(0.02);
  run_for(Duration::hours(47));
  EXPECT_EQ(web_.times(kRobots), 8u);
}

TEST_F(Robots, HostWhoseRobotsTxtCannotBeFetchedAnyMoreDoesNotBlockOthers) {
  web_.set("http://b.test/", links({}));
  options_.seeds = {"http://a.test/", "http://b.test/"};
  run_without_end(0.02);
  web_.set(kRobots, {plain_text("User-agent: *\nDisallow: /x\n"), status(503)});
  run_for(Duration::hours(48));
  const auto requests = web_.requests_for("http://a.test/y");
  ASSERT_FALSE(requests.empty());
  EXPECT_LT(requests.back().at, Duration::hours(25)) << "rules that are too old do not count";
  EXPECT_GT(web_.requests_for("http://b.test/").back().at, Duration::hours(47));
}

TEST_F(Robots, WhyNamesTheRuleThatForbidsAPage) {
  run_without_end(0.02);
  web_.set(kRobots, plain_text("User-agent: *\nDisallow: /x\n"));
  at(Duration::hours(1), [&] {
    const collection::PageReport report = why("http://a.test/x");
    EXPECT_EQ(report.standing, collection::Standing::kDisallowed);
    ASSERT_TRUE(report.robots);
    EXPECT_EQ(report.robots->line, 2);
    EXPECT_EQ(report.robots->text, "Disallow: /x");
  });
  run_for(Duration::hours(2));
}

// Rules that expire sooner than the next request may be sent would block all pages.
TEST_F(Robots, CrawlDelayOfADayLeavesRequestsForPages) {
  web_.set(kRobots, plain_text("User-agent: *\nCrawl-delay: 86400\n"));
  run_without_end(0.02);
  run_for(Duration::days(10));
  EXPECT_GT(web_.times("http://a.test/"), 0u);
}

TEST_F(Robots, BudgetOfLessThanARequestADayLeavesRequestsForPages) {
  run_without_end(1.0 / 86'400 / 2);
  run_for(Duration::days(30));
  EXPECT_GT(web_.times("http://a.test/"), 0u);
}

TEST_F(Robots, OnlyRulesThatNameOurCrawlerCount) {
  web_.set(kRobots, plain_text("User-agent: *\nDisallow: /x\n\nUser-agent: freshet\nDisallow: /y"));
  EXPECT_EQ(run().pages, 2u);
  EXPECT_EQ(web_.times("http://a.test/x"), 1u);
  EXPECT_EQ(web_.times("http://a.test/y"), 0u);
}

// The target of a redirected robots.txt is requested like any other URL: the politeness and the
// rules of its host apply, and the request is counted.

class RobotsRedirect : public EngineWorld {
 protected:
  // Adds sites http://s0.test, http://s1.test ... with two pages each, whose robots.txt redirect
  // there.
  void set_sources(int count, const std::function<std::string(int)>& target) {
    options_.seeds.clear();
    for (int i = 0; i < count; ++i) {
      const std::string site = "http://s" + std::to_string(i) + ".test";
      web_.set(site + "/", links({"/x"}));
      web_.set(site + "/x", links({}));
      web_.set(site + "/robots.txt", redirect(target(i)));
      options_.seeds.push_back(site + "/");
    }
  }
};

TEST_F(RobotsRedirect, ManyHostsThatRedirectToOneDoNotShortenItsDelay) {
  set_sources(6, [](int i) { return "http://victim.test/" + std::to_string(i); });
  const crawl::Progress progress = run();
  EXPECT_EQ(progress.pages, 12u);  // 404: no rules
  EXPECT_EQ(web_.count("http://victim.test"), 7u);
  for (const Duration gap : web_.gaps("http://victim.test")) {
    EXPECT_EQ(gap, Duration::milliseconds(1050));
  }
  EXPECT_EQ(progress.requests, web_.count());
  EXPECT_FALSE(site("http://victim.test").in_scope);
}

TEST_F(RobotsRedirect, SiteIsHeldBackIfTheTargetDisallowsTheRequest) {
  set_sources(3, [](int i) { return "http://victim.test/" + std::to_string(i); });
  web_.set("http://victim.test/robots.txt", plain_text("User-agent: *\nDisallow: /"));
  const crawl::Progress progress = run();
  EXPECT_EQ(progress.pages, 0u);
  EXPECT_EQ(web_.count("http://victim.test"), 1u);
  EXPECT_GE(progress.outcomes.at(collection::Event::kRobotsUnavailable), 3u);
}

TEST_F(RobotsRedirect, TargetOfManyRedirectsIsRequestedOnce) {
  set_sources(5, [](int) { return "http://hub.test/robots.txt"; });
  web_.set("http://hub.test/robots.txt", plain_text("User-agent: *\nDisallow: /x\n"));
  web_.set("http://hub.test/", links({"/x"}));
  options_.seeds.push_back("http://hub.test/");
  const crawl::Progress progress = run();
  EXPECT_EQ(progress.pages, 6u);
  EXPECT_EQ(progress.outcomes.at(collection::Event::kDisallowed), 6u);
  EXPECT_EQ(web_.times("http://hub.test/robots.txt"), 1u);
  EXPECT_EQ(site("http://s0.test").robots_status, 200u);
  EXPECT_EQ(run().requests, 0u);
}

TEST_F(RobotsRedirect, TargetOnTheSameSiteNeedsNoOtherRules) {
  web_.set("http://a.test/robots.txt", redirect("/rules/robots.txt"));
  web_.set("http://a.test/rules/robots.txt", plain_text("User-agent: *\nDisallow: /x"));
  web_.set("http://a.test/", links({"/x", "/y"}));
  web_.set("http://a.test/y", links({}));
  EXPECT_EQ(run().pages, 2u);
  EXPECT_EQ(web_.times("http://a.test/x"), 0u);
}

TEST_F(RobotsRedirect, FiveAreFollowedAndASixthMeansNoRules) {
  for (const std::string site : {"http://a.test", "http://b.test"}) {
    web_.set(site + "/", links({}));
    web_.set(site + "/robots.txt", redirect("/r1"));
    for (int i = 1; i < 5; ++i) {
      web_.set(site + "/r" + std::to_string(i), redirect("/r" + std::to_string(i + 1)));
    }
  }
  web_.set("http://a.test/r5", plain_text("User-agent: *\nDisallow: /"));
  web_.set("http://b.test/r5", redirect("/r6"));
  web_.set("http://b.test/r6", plain_text("User-agent: *\nDisallow: /"));
  options_.seeds = {"http://a.test/", "http://b.test/"};
  EXPECT_EQ(run().pages, 1u);
  EXPECT_EQ(web_.times("http://a.test/"), 0u);
  EXPECT_EQ(web_.times("http://b.test/"), 1u);
  EXPECT_EQ(web_.times("http://b.test/r6"), 0u);
}

TEST_F(RobotsRedirect, RedirectIsFollowedIfTheDelayIsLongerThanThePatience) {
  web_.set("http://a.test/robots.txt", redirect("/rules"));
  web_.set("http://a.test/rules", plain_text("User-agent: *\nDisallow: /x"));
  options_.politeness.delay = Duration::seconds(300);
  options_.retry.patience = Duration::seconds(200);
  EXPECT_EQ(run().requests, 2u);
  EXPECT_EQ(site("http://a.test").robots_status, 200u);
}

TEST_F(RobotsRedirect, LoopOfTwoHostsEnds) {
  web_.set("http://a.test/robots.txt", redirect("http://b.test/robots.txt"));
  web_.set("http://b.test/robots.txt", redirect("http://a.test/robots.txt"));
  web_.set("http://a.test/", links({}));
  EXPECT_EQ(run().pages, 1u);
  EXPECT_EQ(web_.times("http://a.test/robots.txt") + web_.times("http://b.test/robots.txt"), 6u);
}

TEST_F(RobotsRedirect, HostsThatNeedEachOthersRulesDoNotBlockTheCrawl) {
  web_.set("http://a.test/robots.txt", redirect("http://b.test/rules"));
  web_.set("http://b.test/robots.txt", redirect("http://a.test/rules"));
  web_.set("http://c.test/", links({}));
  options_.seeds = {"http://a.test/", "http://b.test/", "http://c.test/"};
  EXPECT_EQ(run().pages, 1u);
  EXPECT_EQ(web_.times("http://a.test/rules") + web_.times("http://b.test/rules"), 0u);
}

TEST_F(RobotsRedirect, SiteIsHeldBackIfTheTargetDoesNotAnswer) {
  web_.set("http://a.test/robots.txt", redirect("http://down.test/robots.txt"));
  web_.set("http://down.test/robots.txt", Answer(fetch::ConnectionLost{"reset"}));
  const crawl::Progress progress = run();
  EXPECT_EQ(progress.pages, 0u);
  EXPECT_EQ(web_.times("http://a.test/"), 0u);
  EXPECT_GE(progress.outcomes.at(collection::Event::kRobotsUnavailable), 1u);
  EXPECT_EQ(site("http://a.test").robots_status, 0u);
}

TEST_F(RobotsRedirect, RetryAfterOfTheTargetIsObeyed) {
  set_sources(3, [](int) { return "http://busy.test/robots.txt"; });
  web_.set("http://busy.test/robots.txt", status(503, "Retry-After: 3600\r\n"));
  EXPECT_EQ(run().pages, 0u);
  EXPECT_EQ(web_.count("http://busy.test"), 1u);
}

TEST_F(RobotsRedirect, IntoThePrivateNetworkOrToABadPortIsNotFollowed) {
  web_.set("http://a.test/robots.txt", redirect("http://inside.test/robots.txt"));
  web_.set_lookup_failure("inside.test", fetch::AddressRefused{*fetch::Address::parse("10.0.0.1")});
  web_.set("http://b.test/robots.txt", redirect("http://a.test:25/robots.txt"));
  options_.seeds = {"http://a.test/", "http://b.test/"};
  const crawl::Progress progress = run();
  EXPECT_EQ(progress.pages, 0u);
  EXPECT_EQ(web_.count("http://inside.test"), 0u);
  EXPECT_EQ(web_.count("http://a.test"), web_.times("http://a.test/robots.txt"));
  EXPECT_GE(progress.outcomes.at(collection::Event::kRobotsUnavailable), 2u);
}

}  // namespace
}  // namespace freshet::test
