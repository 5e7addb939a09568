// Tests of wrong clocks, ours and those of servers, during a run and between two: they cause
// neither a burst nor a standstill, and no visit waits for a date from a wrong clock.
#include "engine/engine_world.h"

namespace freshet::test {
namespace {

constexpr Duration kFar = Duration::days(400);

class Clocks : public EngineWorld {
 protected:
  Clocks() {
    options_.seeds.clear();
    for (const char* site : {"http://a.test", "http://b.test", "http://c.test"}) {
      sites_.emplace_back(site);
      web_.set(sites_.back() + "/", links({"/1", "/2"}));
      web_.set(sites_.back() + "/1", links({}));
      web_.set(sites_.back() + "/2", links({}));
      options_.seeds.push_back(sites_.back() + "/");
    }
  }
  size_t requests_between(Duration from, Duration until,
                          std::string_view beginning = "http") const {
    size_t count = 0;
    for (const auto& one : web_.requests(beginning))
      count += one.at > from && one.at <= until ? 1 : 0;
    return count;
  }
  void expect_no_time_of_the_future() {
    for (const auto& [url, page] : pages()) {
      EXPECT_LE(page.last_visit, now()) << url;
      EXPECT_LE(page.first_seen, now()) << url;
      EXPECT_TRUE(page.next_visit == Instant::never() || page.next_visit <= now()) << url;
    }
    for (const std::string& text : sites_) {
      EXPECT_LE(site(text).next_allowed, now() + Duration::minutes(1)) << text;
      EXPECT_LE(site(text).robots_fetched, now()) << text;
    }
  }

  std::vector<std::string> sites_;
};

class ClockLeaps : public Clocks, public testing::WithParamInterface<int> {};

// The engine without the steady clock that Crawl gives it.
TEST_P(ClockLeaps, InARunCauseNeitherABurstNorAStandstill) {
  run_without_end(0.05);
  options_.collection.refresh.policy = "uniform";
  at(Duration::hours(10), [&] { clock_.advance(Duration::days(GetParam())); });
  run_for(Duration::hours(20));
  for (int hour = 0; hour < 20; ++hour) {
    const size_t requests = requests_between(Duration::hours(hour), Duration::hours(hour + 1));
    EXPECT_NEAR(static_cast<double>(requests), 180, 3) << "in hour " << hour;
  }
  for (const std::string& site : sites_) {
    EXPECT_GT(requests_between(Duration::hours(11), Duration::hours(20), site + "/1"), 50u) << site;
    EXPECT_LE(page(site + "/1").last_visit, now());
    for (const Duration gap : web_.gaps(site)) EXPECT_GE(gap, Duration::seconds(1));
  }
}

TEST_P(ClockLeaps, InACrawlLeaveEveryPageCollectedOnce) {
  options_.politeness.delay = Duration::minutes(10);
  options_.retry.patience = Duration::days(500);  // a leap ahead seems to be a wait
  at(Duration::minutes(15), [&] { clock_.advance(Duration::days(GetParam())); });
  EXPECT_EQ(run().ended, crawl::kAllCollected);
  EXPECT_EQ(pages().size(), 9u);
  for (const auto& [url, page] : pages()) EXPECT_EQ(web_.times(url), 1u) << url;
  // A leap ahead looks like a single pause of a day.
  for (const std::string& site : sites_) {
    size_t short_gaps = 0;
    for (const Duration gap : web_.gaps(site)) short_gaps += gap < Duration::minutes(10) ? 1 : 0;
    EXPECT_LE(short_gaps, GetParam() > 0 ? 1u : 0u) << site;
  }
}

TEST_P(ClockLeaps, BetweenTwoRunsDelayNoVisit) {
  run_without_end(0.05);
  run_for(Duration::hours(5));
  clock_.advance(Duration::days(GetParam()));
  const Duration began = elapsed();
  run_for(Duration::hours(5));
  EXPECT_GT(requests_between(began, began + Duration::minutes(10)), 20u);
  EXPECT_NEAR(static_cast<double>(requests_between(began, began + Duration::hours(5))), 900, 5);
  expect_no_time_of_the_future();
  EXPECT_EQ(logged("times were set back"), GetParam() < 0 ? 1u : 0u);
}

TEST_P(ClockLeaps, BetweenTwoCrawlsDelayNoVisit) {
  options_.limits.max_pages = 4;
  EXPECT_EQ(run().pages, 4u);
  clock_.advance(Duration::days(GetParam()));
  options_.limits = {};
  EXPECT_EQ(run().pages, 5u);
  expect_no_time_of_the_future();
}

TEST_P(ClockLeaps, AfterACrashDelayNoVisit) {
  run_without_end(0.05);
  at(Duration::hours(5), [&] { crash(); });
  run();
  clock_.advance(Duration::days(GetParam()));
  run_for(Duration::hours(1));
  EXPECT_NEAR(static_cast<double>(requests_between(Duration::hours(5), Duration::hours(6))), 180,
              5);
  expect_no_time_of_the_future();
}

INSTANTIATE_TEST_SUITE_P(Days, ClockLeaps, testing::Values(1, -1, 400, -400), [](const auto& test) {
  return (test.param > 0 ? "Ahead" : "Back") + std::to_string(std::abs(test.param));
});

TEST_F(Clocks, OfAServerThatIsThousandsOfYearsAheadDelaysNoVisit) {
  const std::string fields =
      "Date: Fri, 31 Dec 9999 23:59:59 GMT\r\nLast-Modified: Fri, 31 Dec 9999 23:59:59 GMT\r\n";
  web_.set("http://a.test/robots.txt", plain_text("Sitemap: http://a.test/map.xml\n"));
  web_.set("http://a.test/map.xml",
           sitemap({{"http://a.test/1", "9999-12-31"}, {"http://a.test/gone", "9999-12-31"}}));
  web_.set("http://a.test/", html("<a href=/1>a text</a>", fields));
  options_.seeds = {"http://a.test/"};
  run_without_end(0.05);
  run_for(Duration::hours(5));
  EXPECT_GT(web_.times("http://a.test/"), 100u);
  EXPECT_LE(page("http://a.test/").last_visit, now());
  EXPECT_EQ(web_.times("http://a.test/gone"), 1u) << "what is to come is no news of it";
}

TEST_F(Clocks, ThatWasFarAheadDuringTheFirstRunDelaysNoVisit) {
  clock_.advance(kFar);
  run_without_end(0.05);
  run_for(Duration::hours(1));
  clock_.advance(-kFar);
  const size_t before = web_.count();
  run_for(Duration::hours(1));
  EXPECT_NEAR(static_cast<double>(web_.count() - before), 180, 3);
  expect_no_time_of_the_future();
}

}  // namespace
}  // namespace freshet::test
