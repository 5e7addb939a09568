// Clocks that are wrong, ours and those of servers: nothing waits for a date that one of them made.
#include "integration/crawling.h"

namespace freshet::test {
namespace {

constexpr Duration kFar = Duration::days(400);

// The machine's clock, which can be set.
class SettableClock final : public Clock {
 public:
  Instant now() const override { return system_.now() + Duration::microseconds(ahead_us_.load()); }
  std::optional<Duration> steady() const override { return system_.steady(); }
  void set_ahead(Duration by) { ahead_us_.store(by.in_microseconds()); }

 private:
  SystemClock system_;
  std::atomic<int64_t> ahead_us_ = 0;
};

class RunClock : public ScriptedCrawling {
 protected:
  RunClock() {
    web_.set("a.test/", links({"/1", "/2", "/3"}));
    for (const char* page : {"a.test/1", "a.test/2", "a.test/3"}) web_.set(page, links({}));
  }
  SettableClock clock_;
};

TEST_F(RunClock, ThatWasAheadHoldsNothingUp) {
  clock_.set_ahead(kFar);
  crawl::CrawlOptions first = options();
  first.limits.max_pages = 1;
  EXPECT_EQ(run(first, clock_).pages, 1u);
  clock_.set_ahead(Duration());
  const Instant before = clock_.now();
  EXPECT_EQ(run(options(), clock_).pages, 3u);
  for (const auto& [url, page] : pages()) {
    EXPECT_LT(page.last_visit, clock_.now()) << url;
    EXPECT_LT(page.first_seen, clock_.now()) << url;
    EXPECT_GT(page.last_visit, before - Duration::hours(1)) << url;
  }
  EXPECT_LE(site("http://a.test").robots_fetched, clock_.now());
}

TEST_F(RunClock, ThatWasAheadHoldsNoRevisitUp) {
  clock_.set_ahead(kFar);
  run(run_for(Duration::milliseconds(500), {"http://a.test/"}), clock_);
  clock_.set_ahead(Duration());
  const size_t before = web_.times("a.test");
  EXPECT_GT(before, 0u);
  run(run_for(Duration::milliseconds(1'500), {"http://a.test/"}), clock_);
  EXPECT_GT(web_.times("a.test"), before);
}

TEST_F(RunClock, ThatIsSetDuringACrawlIsNotFollowed) {
  for (const Duration step : {kFar, -kFar}) {
    const Folder folder;
    crawl::CrawlOptions o = options();
    o.data_folder = folder.path();
    clock_.set_ahead(Duration());
    web_.set("a.test/1", after(Duration::milliseconds(200), links({})));
    auto crawl = crawl::Crawl::open(o, clock_, log_);
    ASSERT_TRUE(crawl) << crawl.error().message;
    EXPECT_LT((*crawl)->clock_set_by(), Duration::seconds(1));
    (*crawl)->watch_commits([&](const store::Batch&) { clock_.set_ahead(step); });
    ASSERT_TRUE((*crawl)->run());
    EXPECT_EQ((*crawl)->progress().pages, 4u);
    EXPECT_LT((*crawl)->progress().elapsed, Duration::hours(1));
    EXPECT_GT((*crawl)->progress().elapsed, Duration());
    EXPECT_NEAR((*crawl)->clock_set_by().in_days(), step.in_days(), 0.01);
  }
}

// Dates of servers that are thousands of years ahead.
TEST_F(RunClock, OfAServerDoesNotHoldItsPagesUp) {
  const std::string fields =
      "Date: Fri, 31 Dec 9999 23:59:59 GMT\r\nLast-Modified: Fri, 31 Dec 9999 23:59:59 GMT\r\n";
  web_.set("a.test/robots.txt", plain_text("Sitemap: http://a.test/map.xml\n"));
  web_.set("a.test/map.xml",
           html("<urlset><url><loc>http://a.test/1</loc><lastmod>9999-12-31</lastmod></url>"
                "<url><loc>http://a.test/gone</loc><lastmod>9999-12-31</lastmod></url></urlset>",
                fields));
  web_.set("a.test/", html("<a href=/1>a text</a>", fields));
  run(run_for(Duration::milliseconds(1'500), {"http://a.test/"}), system_clock_);
  EXPECT_GT(web_.times("a.test"), 20u) << "nothing was visited again";
  EXPECT_LE(page("http://a.test/").last_visit, system_clock_.now());
  EXPECT_EQ(web_.times("a.test/gone"), 1u) << "what is to come is no news of it";
}

TEST_F(RunClock, OfARetryAfterIsBounded) {
  web_.set("a.test/", status(503, "Retry-After: Fri, 31 Dec 9999 23:59:59 GMT\r\n"));
  crawl::CrawlOptions o = options();
  o.politeness.longest_rest = Duration::hours(2);
  run(o);
  EXPECT_LE(site("http://a.test").resting_until, system_clock_.now() + Duration::hours(2));
  EXPECT_GT(site("http://a.test").resting_until, system_clock_.now() + Duration::hours(1));
}

}  // namespace
}  // namespace freshet::test
