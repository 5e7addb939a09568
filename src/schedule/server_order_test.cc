#include "schedule/server_order.h"

#include <gtest/gtest.h>

namespace freshet::schedule {
namespace {

// Load 9 at all hours but those named.
HourlyLoad load_with(std::initializer_list<std::pair<size_t, double>> hours) {
  HourlyLoad load;
  load.fill(9);
  for (const auto& [hour, value] : hours) load[hour] = value;
  return load;
}

TEST(ServerOrder, ListOrderIgnoresLoad) {
  EXPECT_EQ(list_order(3), (ServerOrder{0, 1, 2}));
  EXPECT_TRUE(list_order(0).empty());
}

TEST(ServerOrder, SortingIsByLoadOfTheHourAndEqualsKeepTheListsOrder) {
  const std::vector<HourlyLoad> loads = {load_with({{3, 5}}), load_with({{3, 2}}),
                                         load_with({{3, 5}})};
  EXPECT_EQ(sorting(loads, 3), (ServerOrder{1, 0, 2}));
  EXPECT_EQ(sorting(loads, 4), (ServerOrder{0, 1, 2}));
}

// Four servers, worked by hand:        hour 0   1   2   others   best hour
//                               server 0    4   2   7        9           1
//                               server 1    3   8   6        9           0
//                               server 2    5   1   8        9           1
//                               server 3    1   3   0.5      9           2
TEST(ServerOrder, MixedSortingHasTheServersOfTheHourFirst) {
  const std::vector<HourlyLoad> loads = {
      load_with({{0, 4}, {1, 2}, {2, 7}}), load_with({{0, 3}, {1, 8}, {2, 6}}),
      load_with({{0, 5}, {1, 1}, {2, 8}}), load_with({{0, 1}, {1, 3}, {2, 0.5}})};
  // Server 1 has its best hour now, although 3 has less load.
  EXPECT_EQ(mixed_sorting(loads, 0), (ServerOrder{1, 3, 0, 2}));
  // Two share their best hour: ascending load among them, then the others.
  EXPECT_EQ(mixed_sorting(loads, 1), (ServerOrder{2, 0, 3, 1}));
  EXPECT_EQ(mixed_sorting(loads, 2), (ServerOrder{3, 1, 0, 2}));
  for (int hour = 3; hour < 24; ++hour)
    EXPECT_EQ(mixed_sorting(loads, hour), (ServerOrder{0, 1, 2, 3}));
}

TEST(ServerOrder, OfSeveralBestHoursTheFirstCounts) {
  EXPECT_EQ(best_hour(load_with({{5, 1}, {7, 1}})), 5);
  EXPECT_EQ(best_hour(load_with({})), 0);
}

TEST(ServerOrder, AnUnfinishedServerStopsWhereALaterHourHasLessLoad) {
  EXPECT_TRUE(stops_at_turn(load_with({{7, 3}, {12, 2}}), 7));
}

TEST(ServerOrder, AnUnfinishedServerGoesOnWhereNoLaterHourHasLessLoad) {
  EXPECT_FALSE(stops_at_turn(load_with({{7, 2}, {12, 2}}), 7));
  // What was earlier in the day is over.
  EXPECT_FALSE(stops_at_turn(load_with({{2, 1}, {7, 3}}), 7));
  EXPECT_FALSE(stops_at_turn(load_with({{0, 1}}), 23));
}

TEST(ServerOrder, HoursNeededAreTheCheapestOnes) {
  // An hour at cost 0.5 does two units, at cost 1 one, at cost 2 a half.
  const std::vector<double> cost = {2, 0.5, 1};
  EXPECT_DOUBLE_EQ(hours_needed({cost, 1}), 0.5);
  EXPECT_DOUBLE_EQ(hours_needed({cost, 2}), 1);
  EXPECT_DOUBLE_EQ(hours_needed({cost, 2.5}), 1.5);
  EXPECT_DOUBLE_EQ(hours_needed({cost, 3.5}), 3);
  // 4 units are half a unit more than the three hours can do.
  EXPECT_DOUBLE_EQ(hours_needed({cost, 4}), 4);
}

TEST(ServerOrder, RelativeLoadComparesAServerWithItselfOnly) {
  const ServerNeed busy_but_at_its_best{.cost = {4, 6, 8}, .work = 0.1};
  const ServerNeed idle_but_soon_idler{.cost = {2, 1, 1}, .work = 0.1};
  EXPECT_DOUBLE_EQ(relative_load(busy_but_at_its_best), 1);
  EXPECT_DOUBLE_EQ(relative_load(idle_but_soon_idler), 2);
  const std::vector<ServerNeed> needs = {idle_but_soon_idler, busy_but_at_its_best};
  EXPECT_EQ(relative_load_order(needs), (ServerOrder{1, 0}));
}

TEST(ServerOrder, RelativeLoadCountsAsManyHoursAsTheWorkNeeds) {
  // The work fills the hours at 1 and at 3: their mean is 2.
  EXPECT_DOUBLE_EQ(relative_load({.cost = {3, 1, 5}, .work = 1.2}), 1.5);
}

TEST(ServerOrder, APlanIsAsLongAsTheWorkTakesAtBest) {
  const ServerNeed need{.cost = {1, 1, 1, 1}, .work = 1};
  EXPECT_EQ(plan_length(std::vector<ServerNeed>(4, need), 2, 4), 2U);
  EXPECT_EQ(plan_length(std::vector<ServerNeed>(4, need), 4, 4), 1U);
  EXPECT_EQ(plan_length(std::vector<ServerNeed>(9, need), 2, 4), 4U);
}

}  // namespace
}  // namespace freshet::schedule
