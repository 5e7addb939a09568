#include "simulate/engine.h"

#include <random>

#include "gtest/gtest.h"
#include "schedule/registry.h"
#include "simulate/trace.h"

namespace freshet::simulate {
namespace {

constexpr int64_t kDay = 86'400;

World world_of(std::string_view rows) {
  World world;
  const Status added = add_history("page\ttime\tsize\tkind\n" + std::string(rows), "h", world);
  EXPECT_TRUE(added) << added.error().message;
  world.start = world.events.front().at;
  world.end = world.events.back().at;
  return world;
}

std::string row(int page, double day, char kind) {
  return std::to_string(page) + "\t" + std::to_string(static_cast<int64_t>(day * kDay)) + "\t10\t" +
         kind + "\n";
}

Outcome run_uniform(const World& world, double budget, std::vector<Visit>* log = nullptr) {
  const auto policy = schedule::find_policy("uniform")->make({});
  RunOptions options{.visits_per_page_day = budget, .measured_share = 1};
  if (log != nullptr) options.log = [log](const Visit& visit) { log->push_back(visit); };
  return run(world, *policy, options);
}

// One page, one visit a day, from day 1 on; modified at 2.5 and 4.25: current in [1, 2.5),
// [3, 4.25) and [5, 10).
TEST(Engine, FreshnessAndAgeOfOnePageAreAsComputedByHand) {
  const World world =
      world_of(row(0, 0, 'A') + row(0, 2.5, 'M') + row(0, 4.25, 'M') + row(0, 10, 'M'));
  std::vector<Visit> log;
  const Outcome outcome = run_uniform(world, 1, &log);
  EXPECT_EQ(outcome.requests, 9u);  // the tenth would be a moment after the end
  EXPECT_NEAR(log.front().at.unix_seconds(), kDay, 1);
  EXPECT_NEAR(outcome.freshness, (1.5 + 1.25 + 5) / 10, 1e-4);
  // The page is not current for the first day, then for half a day, then for three quarters of a
  // day.
  EXPECT_NEAR(outcome.age_seconds, (1.0 / 2 + 0.125 + 0.75 * 0.75 / 2) * kDay / 10, 20);
  EXPECT_EQ(outcome.changes_total, 3u);
  EXPECT_EQ(outcome.changes_seen, 2u);
}

TEST(Engine, ADeletedPageLeavesTheCollectionWhenAVisitFindsIt) {
  // Deleted at 1.5, seen at day 2; the other page stays.
  const World world =
      world_of(row(0, 0, 'A') + row(1, 0, 'A') + row(0, 1.75, 'D') + row(1, 10, 'M'));
  std::vector<Visit> log;
  const Outcome outcome = run_uniform(world, 1, &log);
  // Two visits a day until page 0 is found deleted (0 at 0.5, 1 at 1, 0 at 1.5, 1 at 2, 0 at 2.5),
  // then one.
  ASSERT_GE(log.size(), 6u);
  EXPECT_EQ(log[4].page, 0u);
  EXPECT_EQ(log[5].page, 1u);
  for (size_t i = 5; i < log.size(); ++i) EXPECT_EQ(log[i].page, 1u);
  const double current = (1.75 - 0.5) + (10 - 1);
  const double known = 2.5 + 10;
  EXPECT_NEAR(outcome.freshness, current / known, 1e-4);
}

TEST(Engine, NewPagesGoFirstAndMayReturnAfterTheyWereDeleted) {
  const World world =
      world_of(row(0, 0, 'A') + row(0, 1, 'D') + row(1, 1, 'A') + row(0, 5, 'A') + row(1, 8, 'M'));
  std::vector<Visit> log;
  run_uniform(world, 1, &log);
  // Page 0 at day 1 (it is found deleted, since the event comes first), page 1 at day 2, and page 0
  // again after day 5.
  ASSERT_GE(log.size(), 3u);
  EXPECT_EQ(log[0].page, 0u);
  EXPECT_EQ(log[1].page, 1u);
  const auto again =
      std::find_if(log.begin() + 1, log.end(), [](const Visit& v) { return v.page == 0; });
  ASSERT_NE(again, log.end());
  EXPECT_GE(again->at.unix_seconds(), 5 * kDay);
}

TEST(Engine, TheBudgetIsObservedAndAtMostAnHourOfItIsKept) {
  // 100 pages that all become due at the same time, again and again.
  std::string rows;
  for (int page = 0; page < 100; ++page) rows += row(page, 0, 'A');
  const World world = world_of(rows + row(0, 60, 'M'));
  const auto policy = schedule::find_policy("stormcrawler-adaptive")->make({});
  std::vector<int64_t> times;
  run(world, *policy, {.visits_per_page_day = 24, .log = [&](const Visit& v) {
                         times.push_back(v.at.unix_seconds());
                       }});
  ASSERT_GT(times.size(), 200u);
  // In any hour there are at most the visits of an hour (100) and those that were kept (100).
  for (size_t i = 200; i < times.size(); ++i) EXPECT_GE(times[i] - times[i - 200], 3'598) << i;
}

World random_world(uint32_t seed) {
  std::mt19937 random(seed);
  World world{.hosts = {"a", "b"}, .first_pages = {0, 40}};
  std::vector<std::pair<double, std::string>> rows;
  for (int page = 0; page < 80; ++page) {
    world.pages.push_back({.site = page < 40 ? 0u : 1u});
    double day = std::uniform_real_distribution<>(0, 40)(random);
    const double rate = std::exp(std::normal_distribution<>(-2.5, 1.5)(random));
    auto kind = Event::Kind::kAdded;
    while (day < 100) {
      world.events.push_back({.at = Instant::from_unix_seconds(static_cast<int64_t>(day * kDay)),
                              .page = static_cast<schedule::Page>(page),
                              .kind = kind});
      day += std::exponential_distribution<>(rate)(random) + 1e-3;
      const bool was_deleted = kind == Event::Kind::kDeleted;
      kind = was_deleted          ? Event::Kind::kAdded
             : random() % 20 == 0 ? Event::Kind::kDeleted
                                  : Event::Kind::kModified;
    }
  }
  std::stable_sort(world.events.begin(), world.events.end(),
                   [](const Event& a, const Event& b) { return a.at < b.at; });
  world.start = world.events.front().at;
  world.end = world.events.back().at;
  return world;
}

// A policy that knew the future would choose differently in a world that ends earlier.
TEST(Engine, VisitsUpToATimeDoNotDependOnLaterEvents) {
  for (const schedule::PolicyEntry& entry : schedule::policies()) {
    if (entry.needs_known_rates) continue;
    const World world = random_world(7);
    const Instant cut = world.start + Duration::days(55);
    World shorter = world;
    shorter.events.erase(std::find_if(shorter.events.begin(), shorter.events.end(),
                                      [&](const Event& e) { return e.at > cut; }),
                         shorter.events.end());
    const auto visits = [&](const World& of, Instant until) {
      std::vector<std::pair<schedule::Page, Instant>> log;
      const auto policy = entry.make({.visits_per_page_day = 0.3});
      run(of, *policy, {.visits_per_page_day = 0.3, .until = until, .log = [&](const Visit& v) {
                          if (v.at <= cut) log.emplace_back(v.page, v.at);
                        }});
      return log;
    };
    const auto whole = visits(world, Instant::never());
    ASSERT_GT(whole.size(), 100u) << entry.name;
    EXPECT_EQ(visits(world, cut), whole) << entry.name;
    EXPECT_EQ(visits(shorter, cut), whole) << entry.name;
  }
}

// Recomputes freshness from the log and the world alone, by counting the seconds of each page.
TEST(Engine, FreshnessCanBeRecomputedFromTheFetchLog) {
  const World world = random_world(11);
  std::vector<Visit> log;
  const auto policy = schedule::find_policy("optimal")->make({.visits_per_page_day = 0.2});
  const Outcome outcome = run(
      world, *policy, {.visits_per_page_day = 0.2, .measured_share = 1, .log = [&](const Visit& v) {
                         log.push_back(v);
                       }});
  double current = 0;
  double known = 0;
  for (schedule::Page page = 0; page < world.pages.size(); ++page) {
    struct Step {
      Instant at;
      int order;  // events before visits
      Event::Kind kind;
    };
    std::vector<Step> steps;
    for (const Event& e : world.events) {
      if (e.page == page) steps.push_back({e.at, 0, e.kind});
    }
    for (const Visit& v : log) {
      if (v.page == page) steps.push_back({v.at, 1, {}});
    }
    std::stable_sort(steps.begin(), steps.end(), [](const Step& a, const Step& b) {
      return std::tie(a.at, a.order) < std::tie(b.at, b.order);
    });
    steps.push_back({world.end, 1, {}});
    bool is_known = false, is_current = false, exists = false;
    Instant last = world.start;
    for (const Step& step : steps) {
      known += is_known ? (step.at - last).in_seconds() : 0;
      current += is_current ? (step.at - last).in_seconds() : 0;
      last = step.at;
      if (step.order == 0) {
        is_current = false;
        exists = step.kind != Event::Kind::kDeleted;
        is_known = is_known || step.kind == Event::Kind::kAdded;
      } else if (exists) {
        is_current = true;
      } else {
        is_known = is_current = false;
      }
    }
  }
  EXPECT_NEAR(outcome.freshness, current / known, 1e-6);
}

TEST(Trace, PathsBelongToThePagesOfTheLastHost) {
  World world;
  ASSERT_TRUE(add_history("heading\n0\t5\t1\tA\n", "a", world));
  ASSERT_TRUE(add_history("heading\n0\t6\t1\tA\n1\t7\t1\tA\n", "b", world));
  ASSERT_TRUE(add_paths("page\tpath\n1\tdocs/x\n0\t/y\n9\tnever/seen\n", "b", world));
  EXPECT_EQ(world.paths, (std::vector<std::string>{"", "/y", "/docs/x"}));
  EXPECT_EQ(world.only(1).paths, (std::vector<std::string>{"/y", "/docs/x"}));
  const Status bad = add_paths("page\tpath\nx\ty\n", "b", world);
  ASSERT_FALSE(bad);
  EXPECT_NE(bad.error().message.find("b, line 2"), std::string::npos);
}

// A policy learns the section of a page when the page is known, not before. Later events must not
// change earlier visits.
TEST(Engine, EndingAWorldWithPathsEarlierDoesNotChangeTheVisitsBefore) {
  World world;
  std::string rows;
  std::mt19937_64 random(4);
  for (int page = 0; page < 600; ++page) rows += row(page, 0, 'A');
  for (int day = 1; day < 60; ++day)
    for (int i = 0; i < 30; ++i) rows += row(static_cast<int>(random() % 600), day, 'M');
  for (int page = 600; page < 1'200; ++page) rows += row(page, 60, 'A');
  rows += row(0, 90, 'M');
  world = world_of(rows);
  std::string paths = "page\tpath\n";
  for (int page = 0; page < 1'200; ++page)
    paths += std::to_string(page) + (page % 3 == 0 ? "\tdocs/" : "\tblog/") + std::to_string(page) +
             "\n";
  ASSERT_TRUE(add_paths(paths, "h", world));
  const auto visits_until = [&](double day) {
    std::vector<schedule::Page> visits;
    const auto policy = schedule::find_policy("optimal")->make({.visits_per_page_day = 0.3});
    const Instant end = Instant::from_unix_seconds(static_cast<int64_t>(day * kDay));
    run(world, *policy, {.visits_per_page_day = 0.3, .until = end, .log = [&](const Visit& visit) {
                           visits.push_back(visit.page);
                         }});
    return visits;
  };
  const auto all = visits_until(90);
  const auto part = visits_until(59);
  ASSERT_GT(part.size(), 1'000U);
  EXPECT_TRUE(std::equal(part.begin(), part.end(), all.begin()));
}

TEST(Trace, InvalidLinesAreNamedInTheError) {
  World world;
  for (const std::string_view bad :
       {"1\t2\t3\n", "x\t2\t3\tA\n", "1\t2\t3\tQ\n", "1\t2\t-3\tA\n",
        "1\t99999999999999999999\t3\tA\n", "4294967295\t2\t3\tA\n", "0\t5\t1\tA\n0\t4\t1\tM\n"}) {
    const Status added = add_history("heading\n" + std::string(bad), "h", world);
    ASSERT_FALSE(added) << bad;
    EXPECT_NE(added.error().message.find("h, line "), std::string::npos);
  }
}

}  // namespace
}  // namespace freshet::simulate
