// What each of the papers' policies chooses.
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <set>

#include "clock/civil.h"
#include "schedule/policies.h"

namespace freshet::schedule {
namespace {

constexpr uint64_t kSeed = 7;
// A Monday, 0:00 UTC.
const Instant kStart = *to_instant({.year = 2026, .month = 1, .day = 5});

std::vector<Page> next_pages(Policy& policy, Instant now, int count) {
  std::vector<Page> pages;
  for (int i = 0; i < count; ++i)
    if (const std::optional<Page> page = policy.next(now)) pages.push_back(*page);
  return pages;
}

using Pages = std::vector<Page>;

TEST(StalenessPolicy, OfEqualSizesTheLongestUnvisitedIsFirst) {
  const auto policy = make_staleness({.period = Duration::minutes(1), .periods = 5});
  Instant now = kStart;
  for (const Page page : {4U, 2U, 9U})
    policy->add(page, {.size = 500}, now += Duration::seconds(1));
  EXPECT_EQ(next_pages(*policy, kStart + Duration::hours(1), 4), (Pages{4, 2, 9}));
}

// Period 60 of a horizon of 10: all periods are left, and both pages missed 59.
TEST(StalenessPolicy, OfEqualStalenessTheShortestFetchIsFirst) {
  const auto policy = make_staleness(
      {.period = Duration::minutes(1), .periods = 10, .seconds_per_byte = [](Site site, Instant) {
         return site == 0 ? 0.01 : 0.001;
       }});
  policy->add(0, {.site = 0, .size = 1000}, kStart);
  policy->add(1, {.site = 1, .size = 2000}, kStart);
  policy->add(2, {.site = 0, .size = 3000}, kStart);
  EXPECT_EQ(next_pages(*policy, kStart + Duration::hours(1), 3), (Pages{1, 0, 2}));
}

TEST(StalenessPolicy, AtTheEndOfTheHorizonAFetchIsWeighedMore) {
  // A fetch of 30 periods; the large page missed 19 periods, the small one 14.
  const auto make = [] {
    auto policy = make_staleness({.period = Duration::minutes(1),
                                  .periods = 10,
                                  .seconds_per_byte = [](Site, Instant) { return 1.0; }});
    policy->add(0, {.size = 1800}, kStart);
    policy->add(1, {.size = 60}, kStart + Duration::minutes(5));
    return policy;
  };
  // Ten periods left: 10 * 19 - 30 against 10 * 14 - 1. One left: 28 - 30 against 23 - 1.
  EXPECT_EQ(next_pages(*make(), kStart + Duration::minutes(20), 1), Pages{0});
  EXPECT_EQ(next_pages(*make(), kStart + Duration::minutes(29), 1), Pages{1});
}

TEST(StalenessPolicy, ExplainsTheIndex) {
  const auto policy = make_staleness({.period = Duration::minutes(1), .periods = 10});
  policy->add(0, {.size = 1}, kStart);
  EXPECT_EQ(policy->explain(0, kStart + Duration::minutes(22)),
            "It missed 21 periods of 60 s, times 8 left of the horizon, less a fetch of 1.67e-08 "
            "periods: 168; the page with the most goes first.");
}

// Pages 0..49 and 50..99, one visit a minute: how many visits the two halves get.
std::pair<int, int> visits_of_halves(Policy& policy,
                                     const std::function<bool(Page, Duration)>& changed) {
  std::vector<Instant> last(100, kStart);
  std::pair<int, int> visits;
  for (int i = 1; i <= 20'000; ++i) {
    const Instant now = kStart + Duration::minutes(i);
    const Page page = *policy.next(now);
    ++(page < 50 ? visits.first : visits.second);
    policy.visited(page, {.changed = changed(page, now - last[page])}, now);
    last[page] = now;
  }
  return visits;
}

TEST(ChangeFrequencyPolicy, VisitsComeInProportionToTheRate) {
  const auto policy = make_change_frequency({});
  for (Page page = 0; page < 100; ++page) policy->add(page, {}, kStart);
  std::mt19937_64 random(kSeed);
  const auto changed = [&](Page page, Duration waited) {
    const double rate = page < 50 ? 16 : 4;  // a day
    return std::exp(-rate * waited.in_days()) < static_cast<double>(random() >> 11) * 0x1p-53;
  };
  const auto [often, seldom] = visits_of_halves(*policy, changed);
  // In truth 4; the rates are learned on the way, from 100 visits a page and more.
  EXPECT_NEAR(static_cast<double>(often) / seldom, 4, 0.8) << "seed " << kSeed;
}

TEST(ImportanceOrderPolicy, VisitsComeInProportionToTheWeight) {
  const auto policy = make_importance_order({});
  // On the grid of 1.25, so that the proportion is exact but for the grain of visits.
  constexpr double kWeight = 1.25 * 1.25 * 1.25;
  for (Page page = 0; page < 100; ++page)
    policy->add(page, {.weight = page < 50 ? kWeight : 1}, kStart);
  const auto [often, seldom] = visits_of_halves(*policy, [](Page, Duration) { return false; });
  EXPECT_NEAR(static_cast<double>(often) / seldom, kWeight, 0.05);
}

// Three sites with two pages each; one robot, so that a site is finished before the next.
std::unique_ptr<Policy> with_sites(std::unique_ptr<Policy> (*make)(const ServerOrderOptions&),
                                   std::vector<HourlyLoad> loads) {
  auto policy = make({.robots = 1, .load = [loads](Site site) { return loads[site]; }});
  for (Page page = 0; page < 2 * loads.size(); ++page)
    policy->add(page, {.site = static_cast<Site>(page / 2)}, kStart - Duration::hours(30));
  return policy;
}

// Least load 1 at the hour, 5 at hour 0, else 9.
HourlyLoad idle_at(size_t hour, double at_midnight) {
  HourlyLoad load;
  load.fill(9);
  load[0] = at_midnight;
  load[hour] = 1;
  return load;
}

TEST(ServerOrderPolicies, ListOrderTakesSitesAsNumbered) {
  const auto policy = with_sites(make_list_order, {idle_at(5, 8), idle_at(5, 3), idle_at(5, 4)});
  EXPECT_EQ(next_pages(*policy, kStart, 6), (Pages{0, 1, 2, 3, 4, 5}));
}

TEST(ServerOrderPolicies, SortingTakesTheLeastLoadOfTheHour) {
  const auto policy = with_sites(make_sorting, {idle_at(5, 8), idle_at(5, 3), idle_at(5, 4)});
  EXPECT_EQ(next_pages(*policy, kStart, 6), (Pages{2, 3, 4, 5, 0, 1}));
}

TEST(ServerOrderPolicies, MixedSortingTakesSitesWhoseBestHourThisIsFirst) {
  HourlyLoad busy_but_at_its_best;
  busy_but_at_its_best.fill(9);
  busy_but_at_its_best[0] = 6;
  const auto policy =
      with_sites(make_mixed_sorting, {idle_at(5, 4), idle_at(5, 3), busy_but_at_its_best});
  EXPECT_EQ(next_pages(*policy, kStart, 6), (Pages{4, 5, 2, 3, 0, 1}));
}

TEST(ServerOrderPolicies, MixedSortingLeavesASiteThatHasABetterHourLater) {
  // Site 1 begins at hour 0 (load 3) and is left at hour 1 (9, later 1); site 0 has hour 1.
  const auto policy = with_sites(make_mixed_sorting, {idle_at(1, 5), idle_at(7, 3)});
  EXPECT_EQ(next_pages(*policy, kStart, 1), Pages{2});
  EXPECT_EQ(next_pages(*policy, kStart + Duration::hours(1), 2), (Pages{0, 1}));
  EXPECT_EQ(next_pages(*policy, kStart + Duration::hours(7), 2), Pages{3});
}

TEST(ServerOrderPolicies, SortingFinishesASiteItBegan) {
  const auto policy = with_sites(make_sorting, {idle_at(1, 5), idle_at(7, 3)});
  EXPECT_EQ(next_pages(*policy, kStart, 1), Pages{2});
  EXPECT_EQ(next_pages(*policy, kStart + Duration::hours(1), 3), (Pages{3, 0, 1}));
}

TEST(ServerOrderPolicies, RelativeLoadComparesASiteWithItself) {
  HourlyLoad always_busy;
  always_busy.fill(8);
  const auto policy = with_sites(make_relative_load, {idle_at(5, 2), always_busy});
  EXPECT_EQ(next_pages(*policy, kStart, 4), (Pages{2, 3, 0, 1}));
}

TEST(ServerOrderPolicies, RobotsTakeTurnsAndARoundEndsBeforeTheNextBegins) {
  auto policy = make_list_order({.robots = 2});
  for (Page page = 0; page < 6; ++page) policy->add(page, {.site = page / 2}, kStart);
  Pages order;
  for (int i = 0; i < 12; ++i) {
    order.push_back(*policy->next(kStart));
    policy->visited(order.back(), {}, kStart);
  }
  EXPECT_EQ(Pages(order.begin(), order.begin() + 6), (Pages{0, 2, 1, 3, 4, 5}));
  EXPECT_EQ(std::set<Page>(order.begin() + 6, order.end()), (std::set<Page>{0, 1, 2, 3, 4, 5}));
}

TEST(CyclePolicy, PagesAreDueByTheTable) {
  // Before it has a second visit, a page is in G4, collected three times.
  const auto policy = make_cycle({});
  policy->add(0, {}, kStart + Duration::hours(1));
  EXPECT_EQ(policy->next(kStart + Duration::hours(2)), std::nullopt);
  const Instant wednesday = kStart + Duration::days(2);
  EXPECT_EQ(policy->wake(), wednesday);
  EXPECT_EQ(policy->next(wednesday - Duration::seconds(1)), std::nullopt);
  EXPECT_EQ(policy->next(wednesday), Page{0});
  policy->failed(0, wednesday);
  EXPECT_EQ(policy->wake(), kStart + Duration::days(4));
  EXPECT_EQ(policy->explain(0, wednesday),
            "It seems to change 3.5 times a week, group G4, collected as G3 at midnight; due in 2 "
            "d.");
}

TEST(CyclePolicy, APageThatNeverChangesEndsInEveryFourthWeek) {
  const auto policy = make_cycle({});
  policy->add(0, {}, kStart);
  Instant now = kStart;
  Instant before = now;
  for (int visit = 0; visit < 40; ++visit) {
    before = now;
    now = policy->wake();
    ASSERT_TRUE(policy->next(now));
    policy->visited(0, {}, now);
  }
  EXPECT_EQ(now - before, Duration::days(28));
}

TEST(CyclePolicy, APageThatAlwaysChangesIsCollectedTwiceADay) {
  const auto policy = make_cycle({});
  policy->add(0, {}, kStart);
  Instant now = kStart;
  Instant before = now;
  for (int visit = 0; visit < 40; ++visit) {
    before = now;
    now = policy->wake();
    ASSERT_TRUE(policy->next(now));
    policy->visited(0, {.changed = true}, now);
  }
  EXPECT_EQ(now - before, Duration::hours(12));
}

TEST(CyclePolicy, APageThatChangesAtNightIsCollectedAtNoon) {
  const auto policy = make_cycle({});
  policy->add(0, {}, kStart + Duration::hours(1));
  Instant now;
  for (int visit = 0; visit < 3; ++visit) {
    now = policy->wake();
    policy->next(now);
    policy->visited(0, {.changed = true, .last_modified = now - Duration::hours(1)}, now);
  }
  EXPECT_EQ(to_civil(policy->wake()).hour, 12);
}

TEST(CyclePolicy, WhatIsLateGoesBeforeWhatIsDueLater) {
  const auto policy = make_cycle({});
  policy->add(1, {}, kStart + Duration::days(1));
  policy->add(0, {}, kStart + Duration::days(3));
  EXPECT_EQ(next_pages(*policy, kStart + Duration::days(10), 3), (Pages{1, 0}));
}

}  // namespace
}  // namespace freshet::schedule
