// Servers that ask for patience: 429, 503, Retry-After. The whole host rests, and it costs the page
// none of its attempts.
#include <thread>

#include "integration/crawling.h"

namespace freshet::test {
namespace {

using store::VisitResult;

const Instant kStart = Instant::from_unix_seconds(1'800'000'000);

class SlowDown : public ScriptedCrawling {};

TEST_F(SlowDown, TheWholeHostRestsAndOthersGoOn) {
  web_.set("a.test/", links({"/1", "/2"}));
  web_.set("a.test/1", {status(429, "Retry-After: 2\r\n"), links({})});
  web_.set("a.test/2", links({}));
  web_.set("b.test/", links({"/1"}));
  web_.set("b.test/1", links({}));
  crawl::CrawlOptions o = options({"http://a.test/", "http://b.test/"});
  o.retry.patience = Duration::seconds(10);
  EXPECT_EQ(run(o).pages, 5u);
  const auto asked = web_.asked("a.test");
  ASSERT_EQ(asked.size(), 5u);
  EXPECT_EQ(asked[2].target, "/1");
  EXPECT_GE(asked[3].at - asked[2].at, Duration::seconds(2));
  EXPECT_LT(web_.asked("b.test").back().at, asked[3].at);
}

TEST_F(SlowDown, ItCostsThePageNoAttempt) {
  const Answer later = status(503, "Retry-After: 0\r\n");
  web_.set("a.test/", {later, later, later, later, links({})});
  crawl::CrawlOptions o = options();
  o.retry.attempts = 1;
  const crawl::Progress progress = run(o);
  EXPECT_EQ(progress.pages, 1u);
  EXPECT_EQ(web_.times("a.test/"), 5u);
  EXPECT_EQ(page("http://a.test/").failures, 0u);
  EXPECT_EQ(archived()["http://a.test/"].records, 1);
}

TEST_F(SlowDown, TheRestIsBoundedByTheSetting) {
  web_.set("a.test/", {status(429, "Retry-After: 86400\r\n"), links({})});
  crawl::CrawlOptions o = options();
  o.politeness.longest_rest = Duration::milliseconds(400);
  EXPECT_EQ(run(o).pages, 1u);
  EXPECT_GE(web_.gaps("a.test/")[0], Duration::milliseconds(400));
}

TEST_F(SlowDown, WithoutATimeTheHostRestsEachTimeLonger) {
  web_.set("a.test/", {status(429), status(429), status(429), links({})});
  crawl::CrawlOptions o = options();
  o.retry.attempts = 1;
  o.retry.first = Duration::milliseconds(100);
  EXPECT_EQ(run(o).pages, 1u);
  for (const Duration gap : web_.gaps("a.test/")) EXPECT_GE(gap, Duration::milliseconds(100));
}

TEST_F(SlowDown, APageThatIsPutOffForEverDoesNotKeepTheOthersWaiting) {
  web_.set("a.test/", links({"/busy", "/1"}));
  web_.set("a.test/busy", status(429, "Retry-After: 0\r\n"));
  web_.set("a.test/1", links({}));
  const crawl::Progress progress = run(options());
  EXPECT_EQ(progress.pages, 2u);
  EXPECT_EQ(progress.waiting, 0u);
  EXPECT_GT(web_.times("a.test/busy"), 3u);
  EXPECT_LT(web_.times("a.test/busy"), 30u);
  EXPECT_EQ(page("http://a.test/busy").result, VisitResult::kServerError);
  EXPECT_EQ(page("http://a.test/busy").http_status, 429u);
}

TEST_F(SlowDown, ALongRestIsLeftForAnotherRunAndOutlivesTheRestart) {
  web_.set("a.test/", {status(429, "Retry-After: 3600\r\n"), links({"/1"})});
  web_.set("a.test/1", links({}));
  ManualClock clock(kStart);
  const crawl::Progress first = run(options(), clock);
  EXPECT_EQ(first.pages, 0u);
  EXPECT_EQ(first.waiting, 1u);
  EXPECT_NE(first.ended.find("2027-01-15T09:00:00"), std::string::npos) << first.ended;
  EXPECT_EQ(site("http://a.test").resting_until, kStart + Duration::hours(1));

  clock.advance(Duration::minutes(59));
  EXPECT_EQ(run(options(), clock).requests, 0u);
  clock.advance(Duration::minutes(2));
  EXPECT_EQ(run(options(), clock).pages, 2u);
  // One for robots.txt, whose rules are still good after an hour.
  EXPECT_EQ(web_.times("a.test"), 4u);
}

TEST_F(SlowDown, ACrawlThatIsStoppedInTheMiddleOfARestKeepsItToo) {
  web_.set("a.test/", {status(503, "Retry-After: 3600\r\n"), links({})});
  crawl::CrawlOptions o = options();
  o.retry.patience = Duration::hours(2);
  LeapingClock clock;
  {
    auto crawl = crawl::Crawl::open(o, clock, log_);
    ASSERT_TRUE(crawl);
    std::thread stopper([&] {
      while ((*crawl)->progress().outcomes.empty()) std::this_thread::yield();
      (*crawl)->stop();
    });
    EXPECT_TRUE((*crawl)->run());
    stopper.join();
    EXPECT_EQ((*crawl)->progress().ended, "stopped");
  }
  EXPECT_EQ(run(options(), clock).requests, 0u);
  clock.leap(Duration::minutes(59));
  EXPECT_EQ(run(options(), clock).requests, 0u);
  clock.leap(Duration::minutes(2));
  EXPECT_EQ(run(options(), clock).pages, 1u);
}

TEST_F(SlowDown, ADateIsUnderstoodToo) {
  web_.set("a.test/", status(503, "Retry-After: Fri, 15 Jan 2027 08:30:00 GMT\r\n"));
  ManualClock clock(kStart);  // 08:00
  run(options(), clock);
  EXPECT_EQ(site("http://a.test").resting_until, kStart + Duration::minutes(30));
}

}  // namespace
}  // namespace freshet::test
