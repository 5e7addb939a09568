// Runs without end: what is known is asked for again, compared, and told to the policy.
#include <algorithm>
#include <thread>

#include "change/history.h"
#include "clock/civil.h"
#include "crawl/spending.h"
#include "integration/crawling.h"
#include "store/store.h"

namespace freshet::test {
namespace {

using store::VisitResult;

class Run : public ScriptedCrawling {
 protected:
  crawl::CrawlOptions options(std::vector<std::string> seeds = {"http://a.test/"}) const {
    return run_for(Duration::milliseconds(700), std::move(seeds));
  }
  change::History history(const std::string& url) const {
    return change::History::decode(page(url).history).value();
  }
  crawl::Spending spending() const {
    return crawl::kept_spending(**store::open_rocksdb_store(folder_.path() + "/state"));
  }
};

TEST_F(Run, PagesAreVisitedAgainAndCompared) {
  web_.set("a.test/", html("<p>a first page</p><a href=/1>x</a>"));
  web_.set("a.test/1",
           std::vector{html("<p>one text</p>"), html("<p>one text</p>"), html("<p>another</p>")});
  const crawl::Progress progress = run(options());
  EXPECT_EQ(progress.ended, "the limit of time is reached");
  EXPECT_GT(web_.times("a.test/1"), 5u);
  EXPECT_GT(web_.times("a.test/"), 5u);
  const change::History changing = history("http://a.test/1");
  EXPECT_EQ(changing.totals().changes, 1u);
  EXPECT_EQ(changing.totals().requests, web_.times("a.test/1"));
  EXPECT_EQ(history("http://a.test/").totals().changes, 0u);
  EXPECT_EQ(page("http://a.test/1").result, VisitResult::kUnchanged);
  EXPECT_LT(page("http://a.test/1").last_change, page("http://a.test/1").last_visit);
}

TEST_F(Run, TheBudgetIsKept) {
  web_.set("a.test/", links({"/1", "/2", "/3"}));
  for (const char* place : {"a.test/1", "a.test/2", "a.test/3"}) web_.set(place, links({}));
  crawl::CrawlOptions o = options();
  o.run->requests_per_second = 20;
  o.limits.max_time = Duration::seconds(2);
  const crawl::Progress progress = run(o);
  EXPECT_GE(progress.requests, 38u);
  EXPECT_LE(progress.requests, 41u);
  EXPECT_EQ(web_.times(""), progress.requests);
}

TEST_F(Run, PagesThatManyLinkToAreVisitedMoreOften) {
  // Visits in proportion to weight, equal but for the links: /1 is linked to by all.
  const std::vector<std::string> all = {"/1", "/2", "/3", "/4", "/5", "/6", "/7", "/8", "/9"};
  web_.set("a.test/", links(all));
  for (const std::string& place : all) {
    web_.set("a.test" + place,
             links(place == "/1" ? std::vector<std::string>() : std::vector{all[0]}));
  }
  crawl::CrawlOptions o = options();
  o.run->refresh.policy = "importance-order";
  o.limits.max_time = Duration::seconds(3);
  run(o);  // links are met after the pages that they lead to
  const size_t before_1 = web_.times("a.test/1");
  const size_t before_5 = web_.times("a.test/5");
  run(o);
  EXPECT_GT(web_.times("a.test/1") - before_1, (web_.times("a.test/5") - before_5) * 5 / 4);
}

TEST_F(Run, NeitherNewPagesNorKnownOnesStarveOnASite) {
  std::vector<std::string> all;
  for (int i = 0; i < 400; ++i) all.push_back("/" + std::to_string(i));
  web_.set("a.test/", links(all));
  for (const std::string& place : all) web_.set("a.test" + place, links({}));
  crawl::CrawlOptions o = options();
  o.run->division.known_share = 0.5;
  const crawl::Progress progress = run(o);
  ASSERT_GT(progress.waiting, 0u) << "there was enough that is new";
  const auto fresh = static_cast<double>(progress.outcomes.at("new"));
  const auto known = static_cast<double>(progress.outcomes.at("unchanged"));
  EXPECT_GT(fresh, 10);
  EXPECT_NEAR(known / (fresh + known), 0.5, 0.15);
}

TEST_F(Run, RequestsAreCountedOverRuns) {
  web_.set("a.test/", links({}));
  const uint64_t first = run(options()).requests;
  const crawl::Spending after_one = spending();
  EXPECT_EQ(after_one.requests, first);
  const uint64_t second = run(options()).requests;
  const crawl::Spending after_two = spending();
  EXPECT_EQ(after_two.requests, first + second);
  EXPECT_EQ(after_two.since, after_one.since);
}

TEST_F(Run, ABudgetOfNothingAsksForNothing) {
  web_.set("a.test/", links({}));
  crawl::CrawlOptions o = options();
  o.run->requests_per_second = 0;
  const crawl::Progress progress = run(o);
  EXPECT_EQ(progress.requests, 0u);
  EXPECT_EQ(web_.times(""), 0u);
}

TEST_F(Run, GoesOnFromACollectionAndItsHistory) {
  web_.set("a.test/", links({"/1"}));
  web_.set("a.test/1", links({}));
  crawl::CrawlOptions once = options();
  once.run.reset();
  run(once);
  EXPECT_EQ(history("http://a.test/1").totals().requests, 1u);
  // Everyone in turn: within a second, others see no reason to prefer one page to another.
  crawl::CrawlOptions again = options();
  again.run->refresh.policy = "uniform";
  run(again);
  const uint32_t after_one = history("http://a.test/1").totals().requests;
  EXPECT_GT(after_one, 3u);
  run(again);
  EXPECT_GT(history("http://a.test/1").totals().requests, after_one + 3);
  EXPECT_EQ(history("http://a.test/1").totals().requests, web_.times("a.test/1"));
}

TEST_F(Run, ConditionsAreSentAndNotModifiedIsBelieved) {
  web_.set("a.test/", std::vector{html("<p>text</p>", "ETag: \"v1\"\r\n"), status(304)});
  run(options());
  const auto asked = web_.asked("a.test/");
  ASSERT_GT(asked.size(), 3u);
  EXPECT_EQ(asked[0].head.find("If-None-Match"), std::string::npos);
  EXPECT_NE(asked[1].head.find("If-None-Match: \"v1\""), std::string::npos) << asked[1].head;
  EXPECT_EQ(page("http://a.test/").result, VisitResult::kUnchanged);
  EXPECT_EQ(page("http://a.test/").etag, "\"v1\"");
  EXPECT_EQ(history("http://a.test/").totals().successes, asked.size());
  EXPECT_EQ(history("http://a.test/").totals().changes, 0u);
}

TEST_F(Run, APageThatIsGoneStaysInTheCollectionAndComesBack) {
  web_.set("a.test/", links({"/1"}));
  web_.set("a.test/1",
           std::vector{html("<p>there</p>"), status(404), status(404), html("<p>there</p>")});
  crawl::CrawlOptions o = options();
  o.limits.max_time = Duration::seconds(6);
  const crawl::Progress progress = run(o);
  EXPECT_GE(web_.times("a.test/1"), 4u);
  EXPECT_EQ(progress.outcomes.at("gone"), 2u);
  EXPECT_EQ(progress.errors, 0u) << "what is gone is no error";
  EXPECT_EQ(page("http://a.test/1").http_status, 200);
  EXPECT_EQ(history("http://a.test/1").totals().changes, 0u);
}

TEST_F(Run, AHostThatIsDownLosesNothingAndIsTakenUpAgain) {
  web_.set("a.test/", std::vector{html("<p>home</p><a href=/1>x</a>"), status(500), status(500),
                                  status(500), html("<p>home</p><a href=/1>x</a>")});
  web_.set("a.test/1", std::vector{html("<p>page</p>"), status(500), html("<p>page</p>")});
  crawl::CrawlOptions o = options();
  o.limits.max_time = Duration::seconds(3);
  EXPECT_EQ(run(o).error_kinds.at("server_error"), 4u);
  for (const char* url : {"http://a.test/", "http://a.test/1"}) {
    EXPECT_EQ(page(url).result, VisitResult::kUnchanged) << url;
    EXPECT_EQ(page(url).failures, 0) << url;
    EXPECT_GT(history(url).totals().requests, history(url).totals().successes) << url;
    EXPECT_EQ(history(url).totals().changes, 0u) << url;
  }
}

TEST_F(Run, AHostThatFailsRestsAndHoldsUpNobody) {
  web_.set("a.test/", std::vector{html("<p>home</p>"), status(500)});
  web_.set("b.test/", links({}));
  crawl::CrawlOptions o = options({"http://a.test/", "http://b.test/"});
  o.politeness.first_backoff = Duration::minutes(10);
  o.limits.max_time = Duration::seconds(2);
  run(o);
  EXPECT_EQ(web_.times("a.test/"), 1u + static_cast<size_t>(o.politeness.failures_before_rest));
  EXPECT_GT(web_.times("b.test/"), 20u);
}

TEST_F(Run, APageThatAlternatesIsLearnedToBeVolatile) {
  std::vector<Answer> answers;
  for (int i = 0; i < 400; ++i) {
    answers.push_back(html("<p>a long and steady text</p><p>that stays the same</p><p>advert " +
                           std::string(i % 2 == 0 ? "for soap" : "for tea") +
                           "</p><p>the end</p>"));
  }
  web_.set("a.test/", answers);
  crawl::CrawlOptions o = options();
  o.limits.max_time = Duration::milliseconds(1'500);
  run(o);
  const change::History seen = history("http://a.test/");
  EXPECT_GT(seen.totals().requests, 20u);
  EXPECT_LT(seen.totals().changes, 8u) << "an advert is no change";
}

class RunWithJumps : public Run, public testing::WithParamInterface<int> {};

// Neither a burst after the clock went ahead, nor a standstill after it went back.
TEST_P(RunWithJumps, AClockThatJumpsChangesLittle) {
  web_.set("a.test/", links({"/1", "/2"}));
  for (const char* place : {"a.test/1", "a.test/2"}) web_.set(place, links({}));
  crawl::CrawlOptions o = options();
  o.run->requests_per_second = 40;
  o.run->saved_up_for = Duration::seconds(1);
  o.limits.max_time.reset();
  LeapingClock clock;
  auto crawl = crawl::Crawl::open(o, clock, log_);
  ASSERT_TRUE(crawl) << crawl.error().message;
  std::thread runner([&] { EXPECT_TRUE((*crawl)->run()); });
  EXPECT_TRUE(comes_true([&] { return web_.times("") > 25; }));
  const size_t until_jump = web_.times("");
  const Instant jump = system_clock_.now();
  clock.leap(Duration::days(GetParam()));
  EXPECT_TRUE(comes_true([&] {
    return web_.times("") > until_jump + 15 && system_clock_.now() - jump > Duration::seconds(1);
  })) << "it stands still";
  (*crawl)->stop();
  runner.join();
  const double seconds = (system_clock_.now() - jump).in_seconds();
  // What was saved up comes on top: a second's worth, and no more.
  EXPECT_LT(static_cast<double>(web_.times("") - until_jump), 40 * seconds + 40 + 10);
}

INSTANTIATE_TEST_SUITE_P(Days, RunWithJumps, testing::Values(1, -1, 400, -400));

// What a shard reports is older than what the keeper has heard since: that is no clock that was set
// back, and a page's day is as long with many others found meanwhile as without. A day passes in
// four seconds.
TEST_F(Run, FindingManyPagesBringsNoVisitForward) {
  constexpr double kScale = 86'400.0 / 4;
  std::vector<std::string> all;
  for (int i = 0; i < 1'000; ++i) all.push_back("/" + std::to_string(i));
  web_.set("a.test/", links(all));
  for (const std::string& place : all) web_.set("a.test" + place, links({}));
  crawl::CrawlOptions o = options();
  o.run->refresh.policy = "nutch-adaptive-1d";
  o.run->requests_per_second = 1'000;
  o.politeness.per_host = o.politeness.per_address = 32;
  o.limits.max_time = Duration::hours(30);
  const ScaledClock clock(system_clock_.now(), kScale);
  run(o, clock);
  const auto visits = web_.asked("a.test/");
  ASSERT_GE(visits.size(), 2u);
  EXPECT_GE((visits[1].at - visits[0].at).in_seconds(), 4.0);
}

TEST_F(Run, ASitemapTellsWhatHasChanged) {
  web_.set("a.test/robots.txt", plain_text("Sitemap: http://a.test/sitemap.xml\n"));
  const auto sitemap = [](const std::string& date) {
    return html("<?xml version='1.0'?><urlset><url><loc>http://a.test/1</loc><lastmod>" + date +
                    "</lastmod></url></urlset>",
                "Content-Type: application/xml\r\n");
  };
  const std::string soon = format_iso8601(system_clock_.now() + Duration::hours(1));
  web_.set("a.test/sitemap.xml", std::vector{sitemap("2020-01-01"), sitemap(soon)});
  web_.set("a.test/", links({}));
  web_.set("a.test/1", std::vector{html("<p>one</p>"), html("<p>two</p>")});
  run(options());
  EXPECT_EQ(page("http://a.test/1").listed_on, page("http://a.test/sitemap.xml").key);
  EXPECT_EQ(history("http://a.test/1").totals().changes, 1u);
}

TEST_F(Run, ChangesAreKeptInTheirOrder) {
  web_.set("a.test/",
           std::vector{html("<p>one</p>"), html("<p>two</p>"), status(404), html("<p>two</p>")});
  crawl::CrawlOptions o = options();
  o.limits.max_time = Duration::seconds(2);
  run(o);
  using Kind = store::Change::Kind;
  std::vector<Kind> kinds;
  double share = 0;
  const auto store = store::open_rocksdb_store(folder_.path() + "/state");
  ASSERT_TRUE((*store)->each_change(Instant(), [&](const store::Change& change) {
    kinds.push_back(change.kind);
    share = std::max<double>(share, change.share);
    return true;
  }));
  EXPECT_EQ(kinds, (std::vector{Kind::kNew, Kind::kChanged, Kind::kGone, Kind::kBack}));
  EXPECT_GT(share, 0);
}

}  // namespace
}  // namespace freshet::test
