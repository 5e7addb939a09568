// Hosts whose rules cannot be had: nothing of them is asked for, now or after a restart, until they
// can (RFC 9309, section 2.3.1.4).
#include "integration/crawling.h"

namespace freshet::test {
namespace {

using store::VisitResult;
using Then = Answer::Then;

class RobotsFaults : public ScriptedCrawling {
 protected:
  RobotsFaults() { web_.set("a.test/", links({})); }

  void expect_held_back(const crawl::Progress& progress) {
    EXPECT_EQ(web_.times("a.test/"), 0u);
    EXPECT_EQ(progress.pages, 0u);
    EXPECT_EQ(progress.waiting, 1u);
    EXPECT_EQ(progress.outcomes.at("robots_unavailable"), web_.times("a.test/robots.txt"));
    EXPECT_NE(progress.ended.find("waits"), std::string::npos) << progress.ended;
    EXPECT_EQ(page("http://a.test/").result, VisitResult::kNever);
  }
};

TEST_F(RobotsFaults, ServerErrorsHoldTheHostBackAndAreAskedAgainEachTimeLater) {
  for (const int code : {500, 503, 429}) {
    web_.set("a.test/robots.txt", status(code));
    const size_t before = web_.times("a.test/robots.txt");
    crawl::CrawlOptions o = options();
    o.data_folder += "/" + std::to_string(code);
    const crawl::Progress progress = run(o);
    EXPECT_EQ(progress.pages, 0u);
    EXPECT_EQ(progress.waiting, 1u);
    EXPECT_GE(progress.outcomes.at("robots_unavailable"), 3u) << code;
    const std::vector<Duration> gaps = web_.gaps("a.test/robots.txt");
    for (size_t i = 0; i < 2; ++i) {
      EXPECT_GE(gaps[before + i], Duration::milliseconds(100) * (1 << i)) << code;
    }
  }
  EXPECT_EQ(web_.times("a.test/"), 0u);
}

TEST_F(RobotsFaults, AHostThatDoesNotAnswerIsHeldBack) {
  web_.set("a.test/robots.txt", Answer{.then = Then::kReset});
  expect_held_back(run(options()));
  EXPECT_GE(web_.times("a.test/robots.txt"), 3u);
  EXPECT_EQ(site("http://a.test").robots_status, 0u);
}

TEST_F(RobotsFaults, RulesThatBreakOffAreNoRules) {
  constexpr const char* kHalf =
      "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 1000\r\n\r\n"
      "User-agent: *\nAllow: /\n";
  web_.set("a.test/robots.txt", Answer{.bytes = kHalf, .then = Then::kClose});
  expect_held_back(run(options()));
}

TEST_F(RobotsFaults, RulesLongerThanAnyBodyMayBeAreReadAsFarAsTheyGo) {
  constexpr const char* kEndless =
      "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\nUser-agent: *\nDisallow: /x\n#";
  web_.set("a.test/robots.txt", Answer{.bytes = kEndless, .then = Then::kPour});
  web_.set("a.test/", links({"/x", "/y"}));
  web_.set("a.test/y", links({}));
  crawl::CrawlOptions o = options();
  o.fetch.max_body_bytes = 1'000'000;
  EXPECT_EQ(run(o).pages, 2u);
  EXPECT_EQ(web_.times("a.test/x"), 0u);
}

TEST_F(RobotsFaults, WhenTheRulesCanBeHadTheHostIsCrawled) {
  web_.set("a.test/robots.txt",
           {status(500), Answer{.then = Then::kClose}, plain_text("User-agent: *\nDisallow: /x")});
  web_.set("a.test/", links({"/x", "/y"}));
  web_.set("a.test/y", links({}));
  const crawl::Progress progress = run(options());
  EXPECT_EQ(progress.pages, 2u);
  EXPECT_EQ(progress.outcomes.at("disallowed"), 1u);
  EXPECT_EQ(web_.times("a.test/x"), 0u);
  EXPECT_EQ(page("http://a.test/x").result, VisitResult::kExcluded);
  EXPECT_EQ(site("http://a.test").robots_status, 200u);
}

TEST_F(RobotsFaults, ARefusedRobotsTxtForbidsNothing) {
  for (const int code : {401, 403, 404, 410}) {
    const std::string host = "h" + std::to_string(code) + ".test";
    web_.set(host + "/robots.txt", status(code));
    web_.set(host + "/", links({}));
    EXPECT_EQ(run(options({"http://" + host + "/"})).pages, 1u) << code;
  }
}

TEST_F(RobotsFaults, OtherHostsGoOn) {
  web_.set("a.test/robots.txt", status(503, "Retry-After: 3600\r\n"));
  web_.set("b.test/", links({"/1"}));
  web_.set("b.test/1", links({}));
  const crawl::Progress progress = run(options({"http://a.test/", "http://b.test/"}));
  EXPECT_EQ(progress.pages, 2u);
  EXPECT_EQ(web_.times("a.test"), 1u);
}

TEST_F(RobotsFaults, TheTimeThatRobotsTxtAsksForOutlivesARestart) {
  web_.set("a.test/robots.txt", {status(503, "Retry-After: 3600\r\n"), status(404)});
  ManualClock clock(Instant::from_unix_seconds(1'800'000'000));
  expect_held_back(run(options(), clock));
  EXPECT_EQ(web_.times("a.test"), 1u);

  clock.advance(Duration::minutes(59));
  EXPECT_EQ(run(options(), clock).requests, 0u);
  EXPECT_EQ(web_.times("a.test"), 1u);

  clock.advance(Duration::minutes(2));
  EXPECT_EQ(run(options(), clock).pages, 1u);
}

TEST_F(RobotsFaults, BackOffGoesOnWhereItWasAfterARestart) {
  web_.set("a.test/robots.txt", status(500));
  crawl::CrawlOptions o = options();
  o.politeness.first_backoff = Duration::minutes(1);
  ManualClock clock(Instant::from_unix_seconds(1'800'000'000));
  run(o, clock);
  EXPECT_EQ(web_.times("a.test/robots.txt"), 1u);
  run(o, clock);
  EXPECT_EQ(web_.times("a.test/robots.txt"), 1u);
  // However often it is started, it asks as a crawl that was never stopped: after 1, 2, 4, ...
  // minutes, and up to a quarter more.
  for (int i = 0; i < 20; ++i) {
    clock.advance(Duration::minutes(3));
    run(o, clock);
  }
  EXPECT_GE(web_.times("a.test/robots.txt"), 4u);
  EXPECT_LE(web_.times("a.test/robots.txt"), 6u);
  EXPECT_EQ(web_.times("a.test/"), 0u);
}

TEST_F(RobotsFaults, RulesThatAreStillGoodAreNotAskedForAgain) {
  web_.set("a.test/robots.txt", plain_text("User-agent: *\nDisallow: /x"));
  web_.set("a.test/", links({"/x", "/y"}));
  web_.set("a.test/y", links({}));
  ManualClock clock(Instant::from_unix_seconds(1'800'000'000));
  crawl::CrawlOptions o = options();
  o.limits.max_pages = 1;
  EXPECT_EQ(run(o, clock).pages, 1u);
  clock.advance(Duration::hours(23));
  EXPECT_EQ(run(options(), clock).pages, 1u);
  EXPECT_EQ(web_.times("a.test/robots.txt"), 1u);
  EXPECT_EQ(web_.times("a.test/x"), 0u);
}

TEST_F(RobotsFaults, RulesThatAreTooOldAreAskedForAgain) {
  web_.set("a.test/robots.txt",
           {plain_text("User-agent: *\nAllow: /"), plain_text("User-agent: *\nDisallow: /y")});
  web_.set("a.test/", links({"/y"}));
  web_.set("a.test/y", links({}));
  ManualClock clock(Instant::from_unix_seconds(1'800'000'000));
  crawl::CrawlOptions o = options();
  o.limits.max_pages = 1;
  run(o, clock);
  clock.advance(Duration::hours(25));
  EXPECT_EQ(run(options(), clock).pages, 0u);
  EXPECT_EQ(web_.times("a.test/robots.txt"), 2u);
  EXPECT_EQ(web_.times("a.test/y"), 0u);
}

// As many rules as a robots.txt can have, and URLs as long as they may be: others go on meanwhile.
TEST_F(RobotsFaults, CostlyRulesAreKeptAndDoNotHoldUpOtherHosts) {
  std::string rules = "User-agent: *\n";
  for (int i = 0; i < 27'000; ++i) rules += "Disallow: /*aaaab" + std::to_string(i) + "\n";
  web_.set("costly.test/robots.txt", plain_text(rules));
  std::vector<std::string> hrefs;
  for (int i = 0; i < 200; ++i) {
    hrefs.push_back("/" + std::string(1'900, 'a') + "b" + std::to_string(i));
  }
  hrefs.push_back("/" + std::string(1'900, 'a'));
  web_.set("costly.test/", links(hrefs));
  web_.set("costly.test" + hrefs.back(), links({}));
  web_.set("a.test/", links({}));
  crawl::CrawlOptions o = options({"http://costly.test/", "http://a.test/"});
  o.retry.patience = Duration::seconds(10);
  const crawl::Progress progress = run(o);
  EXPECT_EQ(progress.pages, 3u);
  EXPECT_EQ(progress.outcomes.at("disallowed"), 200u);
}

}  // namespace
}  // namespace freshet::test
