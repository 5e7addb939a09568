// Tests of stopping at every stage: the crawl ends within the grace period, sends no new request,
// loses nothing, and the next one continues.
#include "engine/engine_world.h"

namespace freshet::test {
namespace {

using store::VisitResult;

class Stopping : public EngineWorld {
 protected:
  Stopping() {
    web_.set("http://a.test/", links({"/1", "/2", "/3"}));
    for (const char* url : {"http://a.test/1", "http://a.test/2", "http://a.test/3"}) {
      web_.set(url, links({}));
    }
  }
  // Stops the crawl after this time; the stop must take at most the grace period. `requests`
  // requests must have been sent until then, and none afterwards.
  void stop_at(Duration time, size_t requests) {
    const crawl::Progress progress = run_for(time);
    EXPECT_EQ(progress.ended, crawl::kStopped);
    EXPECT_GE(run_time(), time);
    EXPECT_LE(run_time(), time + options_.grace);
    EXPECT_EQ(web_.count(), requests);
    for (const auto& one : web_.requests()) EXPECT_LE(one.at, time) << one.url;
    EXPECT_EQ(progress.in_flight, 0u);
    EXPECT_FALSE(progress.no_seed_fetched) << "a person stopped it";
  }
  void expect_the_next_collects_all() {
    web_.set_latency(Duration::milliseconds(50));
    run();
    EXPECT_EQ(pages().size(), 4u);
    for (const auto& [url, page] : pages()) EXPECT_EQ(page.result, VisitResult::kNew) << url;
    for (const auto& [url, found] : archived()) EXPECT_EQ(found.records, 1) << url;
  }
};

TEST_F(Stopping, BeforeTheFirstRequest) {
  stop_at(Duration(), 0);
  EXPECT_LE(run_time(), Duration::milliseconds(25)) << "a name is being looked up";
  expect_the_next_collects_all();
}

TEST_F(Stopping, WhileNamesAreResolved) {
  web_.set_lookup_latency(Duration::hours(1));
  stop_at(Duration::seconds(3), 0);
  EXPECT_EQ(run_time(), Duration::seconds(8)) << "the grace is used up";
  web_.set_lookup_latency(Duration());
  expect_the_next_collects_all();
}

TEST_F(Stopping, DuringARequestForRobotsTxt) {
  web_.set_latency("http://a.test/robots.txt", Duration::hours(1));
  stop_at(Duration::seconds(3), 1);
  EXPECT_EQ(run_time(), Duration::seconds(8));
  EXPECT_EQ(site("http://a.test").robots_fetched, std::nullopt);
  web_.set_latency("http://a.test/robots.txt", Duration());
  expect_the_next_collects_all();
}

TEST_F(Stopping, DuringARequestThatEndsWithinTheGrace) {
  web_.set_latency("http://a.test/", Duration::seconds(6));
  stop_at(Duration::seconds(5), 2);
  EXPECT_EQ(run_time(), Duration::milliseconds(7'075));
  EXPECT_EQ(page("http://a.test/").result, VisitResult::kNew);
  expect_the_next_collects_all();
  EXPECT_EQ(web_.times("http://a.test/"), 1u);
}

TEST_F(Stopping, DuringARequestThatDoesNotEndWithinTheGrace) {
  web_.set_latency("http://a.test/", Duration::hours(1));
  stop_at(Duration::seconds(5), 2);
  EXPECT_EQ(run_time(), Duration::seconds(10));
  EXPECT_EQ(page("http://a.test/").result, VisitResult::kNever);
  EXPECT_EQ(page("http://a.test/").failures, 0u);
  EXPECT_EQ(site("http://a.test").failures, 0u);
  web_.set_latency("http://a.test/", Duration());
  expect_the_next_collects_all();
}

TEST_F(Stopping, GraceIsASetting) {
  options_.grace = Duration::minutes(30);
  web_.set_latency("http://a.test/", Duration::hours(1));
  stop_at(Duration::seconds(5), 2);
  EXPECT_EQ(run_time(), Duration::minutes(30) + Duration::seconds(5));
}

TEST_F(Stopping, BetweenTwoRequests) {
  options_.politeness.delay = Duration::minutes(10);
  options_.retry.patience = Duration::hours(1);
  stop_at(Duration::minutes(15), 2);
  EXPECT_EQ(run_time(), Duration::minutes(15));
  expect_the_next_collects_all();
}

TEST_F(Stopping, WhileAHostRests) {
  options_.retry.patience = Duration::days(2);
  web_.set("http://a.test/", {status(503, "Retry-After: 36000\r\n"), links({"/1", "/2", "/3"})});
  stop_at(Duration::hours(5), 2);
  EXPECT_EQ(run_time(), Duration::hours(5));
  pass(Duration::hours(5));
  expect_the_next_collects_all();
}

TEST_F(Stopping, WhileAHostIsHeldBack) {
  options_.retry.patience = Duration::days(2);
  web_.set("http://a.test/robots.txt", {status(503, "Retry-After: 36000\r\n"), status(404)});
  stop_at(Duration::hours(5), 1);
  EXPECT_EQ(run_time(), Duration::hours(5));
  pass(Duration::hours(5));
  expect_the_next_collects_all();
}

TEST_F(Stopping, WhilePaused) {
  run_without_end();
  at(Duration::milliseconds(1), [&] { execute(collection::Pause{}); });
  stop_at(Duration::hours(5), 0);
  EXPECT_EQ(run_time(), Duration::hours(5));
  options_.run.reset();
  expect_the_next_collects_all();
}

TEST_F(Stopping, WithoutABudget) {
  run_without_end(0);
  stop_at(Duration::hours(5), 0);
  options_.run.reset();
  expect_the_next_collects_all();
}

TEST_F(Stopping, OfARunThatHasNothingToDo) {
  run_without_end(0.001);
  EXPECT_EQ(run_for(Duration::hours(5)).ended, crawl::kStopped);
  EXPECT_EQ(run_time(), Duration::hours(5));
}

TEST_F(Stopping, ByACommandSaysSo) {
  run_without_end(0.01);
  at(Duration::minutes(10), [&] {
    EXPECT_TRUE(query<collection::RunControlReport>(collection::Stop{}).stopping);
    EXPECT_TRUE(query<collection::RunControlReport>(collection::Stop{}).stopping) << "twice";
    EXPECT_EQ(why("http://a.test/").obstacle.kind, collection::Obstacle::Kind::kNotRunning);
  });
  EXPECT_EQ(run().ended, crawl::kStopped);
  EXPECT_EQ(run_time(), Duration::minutes(10));
}

TEST_F(Stopping, CancelledRevisitLeavesThePageAsItWas) {
  run_without_end(0.01);
  run_for(Duration::hours(2));
  const auto before = pages();
  web_.set_latency(Duration::hours(1));
  const size_t requests = web_.count();
  run_for(Duration::minutes(10));
  EXPECT_GT(web_.count(), requests);
  for (const auto& [url, page] : pages()) EXPECT_EQ(page, before.at(url)) << url;
}

// Stops a crawl at any millisecond.
class StoppingAnywhere : public Stopping, public testing::WithParamInterface<int> {};

TEST_P(StoppingAnywhere, LosesAndRepeatsNoVisit) {
  const Duration step = Duration::milliseconds(GetParam());
  crawl::Progress progress;
  uint64_t collected = 0;
  for (int i = 0; i < 200 && progress.ended != crawl::kAllCollected; ++i) {
    progress = run_for(step);
    EXPECT_LE(run_time(), step + Duration::milliseconds(50));
    collected += progress.pages;
    pass(Duration::milliseconds(700));
  }
  EXPECT_EQ(collected, 4u);
  EXPECT_EQ(web_.count(), 5u);
  for (const Duration gap : web_.gaps("http://a.test")) EXPECT_GE(gap, Duration::seconds(1));
}

INSTANTIATE_TEST_SUITE_P(Steps, StoppingAnywhere, testing::Values(30, 51, 77, 250, 500, 1'051));

}  // namespace
}  // namespace freshet::test
