#include "schedule/site_clock.h"

#include <gtest/gtest.h>

#include <random>

namespace freshet::schedule {
namespace {

// Each of 200 pages is visited every 20 days; on day 50 nearly all change, else one in a hundred
// visits finds a change.
SiteClock after_a_batch(int days) {
  SiteClock clock;
  std::mt19937_64 random(3);
  for (int day = 0; day < days; ++day) {
    for (int i = 0; i < 10; ++i) {
      const double to = day + 0.05 + 0.09 * i;
      const double from = std::max(to - 20, 0.0);
      const bool batch = from < 50.5 && to >= 50.5;
      clock.saw(from, to, batch || random() % 100 == 0, 0.05);
    }
  }
  return clock;
}

TEST(SiteClock, ADayOnWhichMuchChangedCountsForMore) {
  const SiteClock clock = after_a_batch(80);
  const double batch = clock.at(51) - clock.at(50);
  EXPECT_GT(batch, 1.7);
  for (const int day : {10, 20, 40, 60}) EXPECT_LT(clock.at(day + 1) - clock.at(day), 0.95) << day;
}

TEST(SiteClock, ItsReadingGrowsAndCanBeTurnedBack) {
  const SiteClock clock = after_a_batch(80);
  double last = clock.at(0) - 1;
  for (double day = 0; day < 100; day += 0.13) {
    const double reading = clock.at(day);
    EXPECT_GT(reading, last);
    EXPECT_NEAR(clock.when(reading), day, 1e-9);
    last = reading;
  }
}

TEST(SiteClock, DaysThatHaveNotComeAreAsUsual) {
  EXPECT_EQ(SiteClock().at(12.5), 12.5);
  EXPECT_EQ(SiteClock().when(12.5), 12.5);
  const SiteClock clock = after_a_batch(80);
  EXPECT_NEAR(clock.at(93.25) - clock.at(81), 12.25, 1e-9);
}

TEST(SiteClock, AChangeAtAKnownTimeCountsOnItsDay) {
  SiteClock clock;
  for (int i = 0; i < 50; ++i) clock.saw_change_at(10.5, 20 + 0.01 * i, 0.05);
  clock.saw(20, 21, false, 0.05);
  EXPECT_GT(clock.at(11) - clock.at(10), 5);
  for (const int day : {5, 8, 12, 15}) EXPECT_LE(clock.at(day + 1) - clock.at(day), 1) << day;
}

TEST(SiteClock, WhatWasLongAgoTakesNoRoom) {
  SiteClock clock;
  for (int day = 0; day < 3'000; ++day) clock.saw(std::max(day - 700, 0), day + 0.5, true, 0.01);
  EXPECT_LT(clock.memory_bytes(), 40'000U);
  for (int day = 0; day < 3'100; ++day) EXPECT_GT(clock.at(day + 1), clock.at(day)) << day;
}

}  // namespace
}  // namespace freshet::schedule
