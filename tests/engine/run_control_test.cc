// Tests of commands to a run (budget, pause, seeds, status) and of storing them.
#include "collection/spending.h"
#include "engine/engine_world.h"

namespace freshet::test {
namespace {

using collection::Obstacle;
using collection::RunControlReport;

class RunControl : public EngineWorld {
 protected:
  RunControl() {
    web_.set("http://a.test/", links({"/1", "/2"}));
    for (const char* url : {"http://a.test/1", "http://a.test/2"}) web_.set(url, links({}));
    web_.set("http://b.test/", links({"/1", "http://a.test/"}));
    web_.set("http://b.test/1", links({}));
    run_without_end(0.05);
  }
  size_t requests_between(Duration from, Duration until,
                          std::string_view beginning = "http") const {
    size_t count = 0;
    for (const auto& one : web_.requests(beginning))
      count += one.at > from && one.at <= until ? 1 : 0;
    return count;
  }
  // Runs without options of the user.
  void as_it_was_left() {
    options_.seeds.clear();
    options_.run->requests_per_second.reset();
  }
};

struct Rate {
  double per_second;
  Duration time;
};

class Budget : public RunControl, public testing::WithParamInterface<Rate> {};

TEST_P(Budget, IsUsedUpAndNotExceeded) {
  options_.run->requests_per_second = GetParam().per_second;
  options_.politeness.delay = Duration::milliseconds(1);
  const crawl::Progress progress = run_for(GetParam().time);
  EXPECT_EQ(progress.requests, web_.count());
  const double budget = GetParam().per_second * GetParam().time.in_seconds();
  EXPECT_LE(static_cast<double>(web_.count()), budget + 1 + GetParam().per_second);
  // In the first seconds names are resolved and the first pages become known.
  EXPECT_GE(static_cast<double>(web_.count()), 0.999 * budget - 2);
}

INSTANTIATE_TEST_SUITE_P(Rates, Budget,
                         testing::Values(Rate{5, Duration::minutes(30)},
                                         Rate{0.1, Duration::days(1)},
                                         Rate{1.0 / 60, Duration::days(1)},
                                         Rate{1.0 / 3600, Duration::days(14)}));

TEST_F(RunControl, BudgetOfZeroSendsNoRequest) {
  options_.run->requests_per_second = 0;
  EXPECT_EQ(run_for(Duration::days(7)).requests, 0u);
}

TEST_F(RunControl, ChangedBudgetAppliesAtOnceAndIsKept) {
  at(Duration::hours(10), [&] {
    EXPECT_EQ(query<RunControlReport>(collection::SetBudget{0.01}).requests_per_second, 0.01);
  });
  at(Duration::hours(20), [&] { execute(collection::SetBudget{0}); });
  at(Duration::hours(25), [&] {
    EXPECT_EQ(why("http://a.test/1").obstacle.kind, Obstacle::Kind::kBudget);
    EXPECT_EQ(status_now().requests_per_second, 0.0);
  });
  at(Duration::hours(30), [&] { execute(collection::SetBudget{0.1}); });
  run_for(Duration::hours(40));
  EXPECT_NEAR(static_cast<double>(requests_between(Duration(), Duration::hours(10))), 1'800, 2);
  EXPECT_NEAR(static_cast<double>(requests_between(Duration::hours(10), Duration::hours(20))), 360,
              2);
  EXPECT_LE(requests_between(Duration::hours(20), Duration::hours(30)), 1u);
  EXPECT_NEAR(static_cast<double>(requests_between(Duration::hours(30), Duration::hours(40))),
              3'600, 2);
  as_it_was_left();
  run_for(Duration::hours(10));
  EXPECT_NEAR(static_cast<double>(requests_between(Duration::hours(40), Duration::hours(50))),
              3'600, 2);
}

TEST_F(RunControl, PauseSavesUpTheBudgetOfASecondOnly) {
  options_.run->requests_per_second = 10;
  options_.politeness.delay = Duration();
  at(Duration::minutes(1), [&] { execute(collection::Pause{}); });
  at(Duration::hours(5), [&] { execute(collection::Resume{}); });
  run_for(Duration::hours(5) + Duration::seconds(1));
  EXPECT_LE(requests_between(Duration::minutes(2), Duration::hours(6)), 21u);
}

TEST_F(RunControl, PauseSendsNoRequestAndSurvivesARestart) {
  at(Duration::hours(1), [&] {
    EXPECT_TRUE(query<RunControlReport>(collection::Pause{}).paused);
    EXPECT_TRUE(query<RunControlReport>(collection::Pause{}).paused) << "twice";
  });
  at(Duration::hours(2), [&] {
    EXPECT_TRUE(status_now().paused);
    EXPECT_EQ(why("http://a.test/").obstacle.kind, Obstacle::Kind::kPaused);
  });
  run_for(Duration::days(3));
  EXPECT_EQ(requests_between(Duration::hours(1), Duration::days(3)), 0u);
  as_it_was_left();
  at(Duration::days(5), [&] {
    EXPECT_TRUE(status_now().paused);
    EXPECT_FALSE(query<RunControlReport>(collection::Resume{}).paused);
  });
  run_for(Duration::days(3));
  EXPECT_EQ(requests_between(Duration::days(3), Duration::days(5)), 0u);
  EXPECT_NEAR(static_cast<double>(requests_between(Duration::days(5), Duration::days(6))), 4'320,
              5);
  EXPECT_EQ(logged("the run is paused since the last run"), 1u);
}

TEST_F(RunControl, PauseDoesNotCancelRequestsInFlight) {
  web_.set_latency("http://a.test/1", Duration::minutes(5));
  at(Duration::minutes(2), [&] { execute(collection::Pause{}); });
  run_for(Duration::hours(1));
  EXPECT_EQ(page("http://a.test/1").result, store::VisitResult::kNew);
}

TEST_F(RunControl, SeedCanBeAddedDuringARunAlsoIfALinkHasNamedItBefore) {
  web_.set("http://a.test/", links({"/1", "http://b.test/", "http://b.test/1"}));
  at(Duration::hours(1), [&] {
    EXPECT_EQ(web_.count("http://b.test"), 0u);
    EXPECT_EQ(query<RunControlReport>(collection::AddSeed{"http://b.test/"}).seeds.size(), 2u);
    EXPECT_FALSE(perform(collection::AddSeed{"ftp://x/"}));
  });
  run_for(Duration::hours(2));
  EXPECT_GT(web_.times("http://b.test/1"), 5u);
  as_it_was_left();
  const size_t before = web_.times("http://b.test/1");
  run_for(Duration::hours(1));
  EXPECT_GT(web_.times("http://b.test/1"), before);
}

TEST_F(RunControl, PagesOfARemovedSeedStayButAreNotRequested) {
  options_.seeds = {"http://a.test/", "http://b.test/"};
  at(Duration::hours(1), [&] {
    EXPECT_EQ(query<RunControlReport>(collection::RemoveSeed{"http://b.test/"}).seeds.size(), 1u);
    EXPECT_FALSE(perform(collection::RemoveSeed{"http://b.test/"}));
  });
  at(Duration::hours(2), [&] {
    const collection::PageReport report = why("http://b.test/1");
    EXPECT_EQ(report.standing, collection::Standing::kKept);
    EXPECT_EQ(report.obstacle.kind, Obstacle::Kind::kScope);
    EXPECT_EQ(status_now().pages, 5u);
  });
  run_for(Duration::hours(3));
  EXPECT_EQ(requests_between(Duration::hours(1), Duration::hours(3), "http://b.test"), 0u);
  EXPECT_NEAR(static_cast<double>(requests_between(Duration::hours(1), Duration::hours(3))), 360, 3)
      << "the others have the whole budget";
  // After a restart, and after the seed is added again.
  as_it_was_left();
  at(Duration::hours(4), [&] { execute(collection::AddSeed{"http://b.test/"}); });
  run_for(Duration::hours(2));
  EXPECT_EQ(requests_between(Duration::hours(3), Duration::hours(4), "http://b.test"), 0u);
  EXPECT_GT(requests_between(Duration::hours(4), Duration::hours(5), "http://b.test"), 10u);
}

TEST_F(RunControl, WaitingPagesOutsideTheNewScopeAreNotRequestedUntilTheirSeedIsBack) {
  std::vector<std::string> many;
  for (int i = 0; i < 40; ++i) {
    many.push_back("/docs/" + std::to_string(i));
    web_.set("http://a.test" + many.back(), links({}));
  }
  web_.set("http://a.test/docs/", links(many));
  options_.seeds = {"http://a.test/docs/", "http://b.test/"};
  options_.collection.scope.kind = collection::ScopeKind::kPrefix;
  at(Duration::minutes(5), [&] { execute(collection::RemoveSeed{"http://a.test/docs/"}); });
  at(Duration::hours(2), [&] {
    EXPECT_LT(web_.count("http://a.test"), 20u);
    execute(collection::AddSeed{"http://a.test/docs/"});
  });
  run_for(Duration::hours(5));
  EXPECT_EQ(requests_between(Duration::minutes(5), Duration::hours(2), "http://a.test"), 0u);
  for (const std::string& one : many) EXPECT_GE(web_.times("http://a.test" + one), 1u) << one;
}

TEST_F(RunControl, SiteThatLeavesTheScopeDuringARequestDoesNotBlockOthers) {
  options_.seeds = {"http://a.test/", "http://b.test/"};
  at(Duration::hours(1), [&] {
    web_.set_latency("http://b.test/", Duration::minutes(4));
    web_.set_latency("http://b.test/1", Duration::minutes(4));
  });
  at(Duration::hours(2), [&] { execute(collection::RemoveSeed{"http://b.test/"}); });
  run_for(Duration::hours(4));
  EXPECT_EQ(requests_between(Duration::hours(2), Duration::hours(4), "http://b.test"), 0u);
  EXPECT_NEAR(static_cast<double>(requests_between(Duration::hours(2), Duration::hours(4))), 360,
              3);
}

TEST_F(RunControl, StatusSaysHowFreshTheCollectionIs) {
  at(Duration::minutes(20), [&] {
    const collection::StatusReport status = status_now();
    EXPECT_TRUE(status.running);
    EXPECT_FALSE(status.paused);
    EXPECT_EQ(status.seeds, std::vector<std::string>{"http://a.test/"});
    EXPECT_EQ(status.pages, 3u);
    EXPECT_GT(status.freshness.value(), 0.9);
    EXPECT_LE(status.freshness.value(), 1.0);
    EXPECT_EQ(status.waiting, 0u);
    EXPECT_EQ(status.sites.in_scope, 1u);
    EXPECT_EQ(status.requests_per_second, 0.05);
    EXPECT_EQ(status.spent.run, web_.count());
    EXPECT_NEAR(static_cast<double>(status.spent.minute), 3, 1);
    EXPECT_EQ(status.spent.hour, status.spent.run);
    ASSERT_EQ(status.by_site.size(), 1u);
    EXPECT_EQ(status.by_site[0].site, "http://a.test");
    EXPECT_EQ(status.by_site[0].robots, collection::RobotsState::kNone);
    EXPECT_EQ(status.by_site[0].robots_status, 404);
  });
  at(Duration::hours(30), [&] {
    // Requests are counted by minutes and by half hours.
    EXPECT_NEAR(static_cast<double>(status_now().spent.hour), 180, 3);
    EXPECT_NEAR(static_cast<double>(status_now().spent.day), 4'320, 90);
  });
  run_for(Duration::hours(31));
}

TEST_F(RunControl, RequestsAreCountedOverRuns) {
  const uint64_t first = run_for(Duration::hours(1)).requests;
  const collection::Spending after_one = collection::stored_spending(store_);
  EXPECT_EQ(after_one.requests, first);
  const uint64_t second = run_for(Duration::hours(1)).requests;
  const collection::Spending after_two = collection::stored_spending(store_);
  EXPECT_EQ(after_two.requests, first + second);
  EXPECT_EQ(after_two.since, after_one.since);
}

TEST_F(RunControl, CrawlWithoutRevisitsAcceptsNeitherBudgetNorPings) {
  options_.run.reset();
  options_.politeness.delay = Duration::minutes(1);
  at(Duration::seconds(30), [&] {
    EXPECT_FALSE(perform(collection::SetBudget{1}));
    EXPECT_FALSE(perform(collection::Ping{{"http://a.test/"}}));
    EXPECT_TRUE(perform(collection::StatusQuery{}));
  });
  run();
}

}  // namespace
}  // namespace freshet::test
