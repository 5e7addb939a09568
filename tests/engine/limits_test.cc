// Tests of the reasons for which a crawl ends early: limits of pages, bytes and time, pages of a
// site, patience.
#include "engine/engine_world.h"

namespace freshet::test {
namespace {

class Limits : public EngineWorld {
 protected:
  Limits() {
    std::vector<std::string> hrefs;
    for (int i = 0; i < 40; ++i) {
      hrefs.push_back("/" + std::to_string(i));
      web_.set("http://a.test" + hrefs.back(), links({}));
    }
    web_.set("http://a.test/", links(hrefs));
  }
};

TEST_F(Limits, PagesAreCountedExactlyAlsoWithManyInFlight) {
  options_.politeness.per_host = 8;
  options_.politeness.delay = Duration::milliseconds(10);
  web_.set_latency(Duration::seconds(2));
  options_.limits.max_pages = 10;
  const crawl::Progress progress = run();
  EXPECT_EQ(progress.pages, 10u);
  EXPECT_EQ(web_.count(), 11u);
  EXPECT_EQ(progress.waiting, 31u);
  EXPECT_EQ(progress.ended, "the limit of pages is reached");
  options_.limits = {};
  EXPECT_EQ(run().pages, 31u);
}

TEST_F(Limits, FailuresAndRedirectsDoNotCountAsPages) {
  web_.set("http://a.test/", links({"/gone", "/moved", "/1", "/2"}));
  web_.set("http://a.test/moved", redirect("/1"));
  options_.limits.max_pages = 2;
  EXPECT_EQ(run().pages, 2u);
  EXPECT_EQ(web_.times("http://a.test/1"), 1u);
}

TEST_F(Limits, LimitOfBytesEndsTheCrawl) {
  web_.set("http://a.test/0", html(std::string(50'000, 'x')));
  options_.limits.max_bytes = 40'000;
  const crawl::Progress progress = run();
  EXPECT_EQ(progress.pages, 2u);
  EXPECT_GE(progress.bytes, 50'000u);
  EXPECT_EQ(progress.ended, "the limit of bytes is reached");
}

TEST_F(Limits, TimeLimitEndsTheCrawlDuringARequest) {
  web_.set_latency("http://a.test/0", Duration::hours(1));
  options_.limits.max_time = Duration::seconds(30);
  const crawl::Progress progress = run();
  EXPECT_EQ(progress.ended, "the limit of time is reached");
  EXPECT_GE(run_time(), Duration::seconds(30));
  EXPECT_LE(run_time(), Duration::milliseconds(35'200)) << "with the grace";
  EXPECT_EQ(progress.waiting, 40u);
}

TEST_F(Limits, TimeLimitEndsTheCrawlBetweenTwoRequests) {
  options_.politeness.delay = Duration::minutes(10);
  options_.retry.patience = Duration::hours(1);
  options_.limits.max_time = Duration::minutes(15);
  EXPECT_EQ(run().ended, "the limit of time is reached");
  EXPECT_LE(run_time(), Duration::minutes(15) + Duration::milliseconds(200));
}

TEST_F(Limits, TimeLimitEndsAPausedRun) {
  run_without_end();
  options_.limits.max_time = Duration::minutes(15);
  at(Duration::minutes(1), [&] { execute(collection::Pause{}); });
  EXPECT_EQ(run().ended, "the limit of time is reached");
  EXPECT_LE(run_time(), Duration::minutes(15) + Duration::milliseconds(200));
  EXPECT_LE(web_.requests().back().at, Duration::minutes(1));
}

TEST_F(Limits, TimeLimitOfZeroSendsNoRequest) {
  options_.limits.max_time = Duration();
  EXPECT_EQ(run().requests, 0u);
}

TEST_F(Limits, LimitOfPagesPerSiteSurvivesARestart) {
  web_.set("http://b.test/", links({"/1"}));
  web_.set("http://b.test/1", links({}));
  options_.seeds = {"http://a.test/", "http://b.test/"};
  options_.collection.max_pages_per_site = 5;
  const crawl::Progress progress = run();
  EXPECT_EQ(progress.pages, 7u);
  EXPECT_EQ(progress.outcomes.at(collection::Event::kOverSiteBudget), 36u);
  EXPECT_EQ(web_.count("http://a.test"), 6u);  // with robots.txt
  EXPECT_EQ(run().requests, 0u);
  options_.collection.max_pages_per_site = 10;
  EXPECT_EQ(run().pages, 5u) << "it goes on from what was refused";
}

// Patience: if nothing can be fetched for longer than this, the crawl ends.

TEST_F(Limits, CrawlWaitsForAHostThatRestsWithinThePatience) {
  web_.set("http://a.test/", {status(503, "Retry-After: 119\r\n"), links({})});
  EXPECT_EQ(run().pages, 1u);
}

TEST_F(Limits, CrawlEndsAtOnceIfAHostRestsLongerThanThePatience) {
  web_.set("http://a.test/", {status(503, "Retry-After: 121\r\n"), links({})});
  const crawl::Progress progress = run();
  EXPECT_EQ(progress.pages, 0u);
  EXPECT_EQ(progress.ended,
            "the remaining pages wait for hosts in back-off or without an answer until "
            "2027-01-15T08:02:02Z");
  EXPECT_LT(run_time(), Duration::seconds(2));
}

TEST_F(Limits, CrawlWaitsForRestingHostsWhileAnotherHostAnswers) {
  web_.set("http://b.test/", {status(503, "Retry-After: 3000\r\n"), links({})});
  options_.seeds = {"http://a.test/", "http://b.test/"};
  options_.politeness.delay = Duration::seconds(100);  // an hour for all of a.test
  EXPECT_EQ(run().pages, 42u);
}

TEST_F(Limits, FailuresOfRobotsTxtDoNotProlongThePatience) {
  web_.set("http://b.test/robots.txt", status(500));
  options_.seeds = {"http://b.test/"};
  run();
  EXPECT_LE(run_time(), Duration::minutes(3));
}

TEST_F(Limits, RunHasNoLimitOfPatience) {
  web_.set("http://a.test/robots.txt", status(500));
  run_without_end();
  EXPECT_EQ(run_for(Duration::days(10)).ended, crawl::kStopped);
}

}  // namespace
}  // namespace freshet::test
