#include "schedule/cycle.h"

#include <gtest/gtest.h>

#include "clock/civil.h"

namespace freshet::schedule {
namespace {

Instant at(int year, int month, int day, int hour = 0) {
  return *to_instant({.year = year, .month = month, .day = day, .hour = hour});
}

std::string group_name(double changes_per_week) {
  return group_of(changes_per_week).name();
}

TEST(Cycle, FourteenChangesInThreeWeeksAreGroupFiveAndSimplifiedSeven) {
  const CycleGroup group = group_of(14.0 / 3);
  EXPECT_EQ(group.name(), "G5");
  EXPECT_EQ(simplified(group).name(), "G7");
}

TEST(Cycle, GroupsAreTheNearestWholeNumbers) {
  EXPECT_EQ(group_name(0), "4G1");
  EXPECT_EQ(group_name(0.24), "4G1");
  EXPECT_EQ(group_name(0.25), "2G1");
  EXPECT_EQ(group_name(0.49), "2G1");
  EXPECT_EQ(group_name(0.5), "G1");
  EXPECT_EQ(group_name(1.49), "G1");
  EXPECT_EQ(group_name(1.5), "G2");
  EXPECT_EQ(group_name(13.4), "G13");
  EXPECT_EQ(group_name(13.6), "G14");
  EXPECT_EQ(group_name(500), "G14");
}

TEST(Cycle, SixteenGroupsBecomeSix) {
  const auto simple = [](int visits) { return simplified({.visits = visits}).visits; };
  EXPECT_EQ(simple(1), 1);
  for (const int i : {2, 3, 4}) EXPECT_EQ(simple(i), 3);
  for (const int i : {5, 7, 10}) EXPECT_EQ(simple(i), 7);
  for (const int i : {11, 14}) EXPECT_EQ(simple(i), 14);
  EXPECT_EQ(simplified({.visits = 1, .weeks = 2}).name(), "2G1");
  EXPECT_EQ(simplified({.visits = 1, .weeks = 4}).name(), "4G1");
}

TEST(Cycle, PagesThatChangeAtNightAreCollectedAtNoon) {
  ChangeCounts counts{};
  counts[3][9] = 4;
  counts[5][17] = 1;
  counts[1][23] = 2;
  counts[2][8] = 2;
  EXPECT_EQ(collect_at(counts), CollectAt::kMidnight);
  counts[6][18] = 2;
  EXPECT_EQ(collect_at(counts), CollectAt::kNoon);
  EXPECT_EQ(collect_at(ChangeCounts{}), CollectAt::kMidnight);
}

TEST(Cycle, EveryGroupHasAsManyPlacesInTheTableAsItsNameSays) {
  for (const CycleGroup group : {CycleGroup{14, 1}, {7, 1}, {3, 1}, {1, 1}, {1, 2}, {1, 4}})
    for (const CollectAt when : {CollectAt::kMidnight, CollectAt::kNoon}) {
      int places = 0;
      for (size_t i = 0; i < kCycleSlots; ++i)
        if (is_collected(group, when, slot_at(i))) ++places;
      EXPECT_EQ(places, 4 * group.visits / group.weeks) << group.name();
    }
}

TEST(Cycle, TableHasThePagesOfEachWeekdayAndTime) {
  const std::vector<PageCycle> pages = {{.page = 1, .group = {.visits = 5}},
                                        {.page = 2, .group = {.visits = 3}},
                                        {.page = 6, .group = {.visits = 1}, .at = CollectAt::kNoon},
                                        {.page = 13, .group = {.visits = 1, .weeks = 2}},
                                        {.page = 14, .group = {.visits = 1, .weeks = 4}}};
  const CycleTable table = cycle_table(pages);
  const auto slot = [&](int week, int weekday, CollectAt when) {
    return table[index_of(CycleSlot{week, weekday, when})];
  };
  using Pages = std::vector<Page>;
  for (int week = 0; week < 4; ++week) {
    EXPECT_EQ(slot(week, 0, CollectAt::kMidnight), Pages{1});
    EXPECT_EQ(slot(week, 1, CollectAt::kMidnight), (Pages{1, 2}));
    EXPECT_EQ(slot(week, 5, CollectAt::kMidnight), (Pages{1, 2}));
    EXPECT_EQ(slot(week, 6, CollectAt::kNoon), Pages{6});
    EXPECT_TRUE(slot(week, 5, CollectAt::kNoon).empty());
  }
  EXPECT_EQ(slot(0, 6, CollectAt::kMidnight), Pages{1});
  EXPECT_EQ(slot(1, 6, CollectAt::kMidnight), (Pages{1, 13}));
  EXPECT_EQ(slot(2, 6, CollectAt::kMidnight), (Pages{1, 14}));
  EXPECT_EQ(slot(3, 6, CollectAt::kMidnight), (Pages{1, 13}));
}

// 2026-01-02 was a Friday.
TEST(Cycle, NextCollectionIsLaterThanNow) {
  const PageCycle weekly{.group = {.visits = 1}};
  EXPECT_EQ(next_collection(weekly, at(2026, 1, 2, 13), {}), at(2026, 1, 3));
  EXPECT_EQ(next_collection(weekly, at(2026, 1, 3), {}), at(2026, 1, 10));
  const PageCycle three{.group = {.visits = 3}, .at = CollectAt::kNoon};
  EXPECT_EQ(next_collection(three, at(2026, 1, 2, 13), {}), at(2026, 1, 5, 12));
  const PageCycle twice{.group = {.visits = 14}};
  EXPECT_EQ(next_collection(twice, at(2026, 1, 2, 13), {}), at(2026, 1, 3));
  EXPECT_EQ(next_collection(twice, at(1965, 3, 1, 1), {}), at(1965, 3, 1, 12));
}

TEST(Cycle, HoursAreThoseOfThePlace) {
  // Midnight in Seoul is 15:00 UTC of the day before.
  const PageCycle daily{.group = {.visits = 7}};
  EXPECT_EQ(next_collection(daily, at(2026, 1, 2, 13), Duration::hours(9)), at(2026, 1, 2, 15));
}

TEST(Cycle, EveryFourthWeekIsTwentyEightDays) {
  const PageCycle rare{.group = {.visits = 1, .weeks = 4}};
  const Instant first = next_collection(rare, at(2026, 1, 2), {});
  EXPECT_EQ(next_collection(rare, first, {}) - first, Duration::days(28));
}

// The paper's mix. Its table adds up to 644, with 7 and 6 where 216 * 3 / 7 and 480 / 7 belong.
TEST(Cycle, ThePapersTwelveHundredPagesNeed791RequestsADay) {
  const std::vector<GroupShare> shares = {{{14, 1}, 240}, {{7, 1}, 144}, {{3, 1}, 216},
                                          {{1, 1}, 480},  {{1, 2}, 60},  {{1, 4}, 60}};
  EXPECT_NEAR(requests_a_day(shares), 791.6, 0.05);
}

}  // namespace
}  // namespace freshet::schedule
