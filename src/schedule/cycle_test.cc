#include "schedule/cycle.h"

#include <gtest/gtest.h>

#include <vector>

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
  EXPECT_EQ(collect_at(4, 5), CollectAt::kMidnight);
  EXPECT_EQ(collect_at(6, 5), CollectAt::kNoon);
  EXPECT_EQ(collect_at(0, 0), CollectAt::kMidnight);
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

TEST(Cycle, EachGroupHasItsWeekdays) {
  // "week weekday" of all slots at noon.
  const auto slots = [](CycleGroup group) {
    std::string all;
    for (size_t i = 0; i < kCycleSlots; ++i) {
      const CycleSlot slot = slot_at(i);
      if (slot.at == CollectAt::kNoon && is_collected(group, CollectAt::kNoon, slot))
        all += std::to_string(slot.week) + std::to_string(slot.weekday) + " ";
    }
    return all;
  };
  EXPECT_EQ(slots({.visits = 3}), "01 03 05 11 13 15 21 23 25 31 33 35 ");
  EXPECT_EQ(slots({.visits = 1}), "06 16 26 36 ");
  EXPECT_EQ(slots({.visits = 1, .weeks = 2}), "16 36 ");
  EXPECT_EQ(slots({.visits = 1, .weeks = 4}), "26 ");
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

// A page with a change at some of its visits, each so many days after the one before.
change::Summary visited(int count, double days, int each_changed) {
  change::Summary page;
  Instant now = at(2026, 1, 4);
  page.saw(now, false, {});
  for (int i = 1; i <= count; ++i) {
    now += Duration::from_seconds(86'400 * days);
    page.saw(now, each_changed > 0 && i % each_changed == 0, {});
  }
  return page;
}

TEST(Cycle, GroupFollowsFromTheVisits) {
  const auto group = [](const change::Summary& page) {
    return simplified(cycle_of(page, {}).group).name();
  };
  EXPECT_EQ(group({}), "G3");
  EXPECT_EQ(group(visited(0, 1, 0)), "G3") << "nothing is known yet";
  EXPECT_EQ(group(visited(20, 7, 0)), "4G1");
  EXPECT_EQ(group(visited(20, 0.5, 1)), "G14");
  EXPECT_EQ(group(visited(60, 0.5, 2)), "G7") << "a change in every second half day";
  EXPECT_EQ(group(visited(60, 1, 7)), "G1");
  EXPECT_EQ(group(visited(60, 1, 2)), "G7");
  EXPECT_EQ(group(visited(60, 1, 3)), "G3");
}

TEST(Cycle, PageThatChangesAtEveryVisitIsTriedInAFasterGroup) {
  EXPECT_GT(changes_per_week(visited(10, 1, 1)), 10.5);
}

TEST(Cycle, TimeOfVisitFollowsFromTheHoursOfChanges) {
  change::Summary page;
  page.saw(at(2026, 1, 4), false, {});
  // Half a day later; 03:00 UTC is noon in Seoul.
  page.saw(at(2026, 1, 5), true, at(2026, 1, 4, 3));
  EXPECT_EQ(cycle_of(page, {}).at, CollectAt::kNoon);
  EXPECT_EQ(cycle_of(page, Duration::hours(9)).at, CollectAt::kMidnight);
}

TEST(Cycle, TurnBeginsAtMidnightOfASundayAndHasFourWeeks) {
  const Instant turn = turn_of(at(2026, 1, 14, 5), {});
  EXPECT_EQ(weekday(turn.unix_seconds() / 86'400), 0);
  EXPECT_EQ(turn_of(turn, {}), turn);
  EXPECT_EQ(turn_of(turn + Duration::days(28) - Duration::seconds(1), {}), turn);
  EXPECT_EQ(turn_of(turn + Duration::days(28), {}), turn + Duration::days(28));
  EXPECT_EQ(turn_of(turn, Duration::hours(9)), turn - Duration::hours(9));
}

// The paper's mix. Its table adds up to 644, with 7 and 6 where 216 * 3 / 7 and 480 / 7 belong.
TEST(Cycle, ThePapersTwelveHundredPagesNeed791RequestsADay) {
  const std::vector<GroupShare> shares = {{{14, 1}, 240}, {{7, 1}, 144}, {{3, 1}, 216},
                                          {{1, 1}, 480},  {{1, 2}, 60},  {{1, 4}, 60}};
  EXPECT_NEAR(requests_a_day(shares), 791.6, 0.05);
}

}  // namespace
}  // namespace freshet::schedule
