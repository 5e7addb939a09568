#include "schedule/site_hours.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace freshet::schedule {
namespace {

constexpr uint64_t kSeed = 5;
constexpr double kRate = 0.5;

WeekActivity nightly() {
  WeekActivity activity{};
  activity[2] = activity[24 + 2] = 1;
  return with_mean_one(activity);
}

// A site with this activity, whose pages are visited 20 times a day after waits of `wait` days in
// the mean. Returns the day after the last visit.
double visit(SiteHours& hours, const WeekActivity& truth, double first_day, int days, double wait) {
  // Another sequence for each beginning: a repeated one would be a rhythm.
  std::mt19937_64 random(kSeed + static_cast<uint64_t>(first_day));
  std::uniform_real_distribution<> uniform;
  const HourClock clock(truth);
  for (int i = 0; i < 20 * days; ++i) {
    const double to = first_day + i / 20.0;
    const double from = to - wait * (0.5 + uniform(random));
    const double events = kRate * (clock.at(to) - clock.at(from));
    hours.saw({.from = from, .to = to, .changed = uniform(random) < -std::expm1(-events)},
              {.a = 20, .b = 20 / kRate});
  }
  return first_day + days;
}

TEST(HourClock, AWeekIsAWeekAndBusyHoursAreLonger) {
  const HourClock clock(nightly());
  EXPECT_NEAR(clock.at(17) - clock.at(10), 7, 1e-4);
  // Tuesday from 2 to 3, and the rest of that day.
  EXPECT_NEAR(clock.at(2 + 3.0 / 24) - clock.at(2 + 2.0 / 24), 1, 1e-4);
  EXPECT_NEAR(clock.at(3) - clock.at(2 + 3.0 / 24), 0, 1e-4);
  EXPECT_NEAR(clock.at(2 + 2.5 / 24) - clock.at(2), 0.5, 1e-4);
}

TEST(SiteHours, ANightlyRhythmIsLearnedFromFewVisitsADay) {
  SiteHours hours;
  visit(hours, nightly(), 7, 60, 0.5);
  EXPECT_TRUE(hours.is_used());
  EXPECT_GT(hours.activity()[2], 2);
  EXPECT_LT(hours.activity()[14], 0.7);
}

TEST(SiteHours, ASiteWithoutRhythmDoesNotGoByHours) {
  SiteHours hours;
  double day = 7;
  for (int month = 0; month < 24; ++month) {
    day = visit(hours, flat_week(), day, 30, 0.5);
    EXPECT_FALSE(hours.is_used()) << month;
  }
}

TEST(SiteHours, ARhythmThatStopsIsGivenUp) {
  SiteHours hours;
  const double day = visit(hours, nightly(), 7, 60, 0.5);
  ASSERT_TRUE(hours.is_used());
  visit(hours, flat_week(), day, 90, 0.5);
  EXPECT_FALSE(hours.is_used());
}

constexpr double kHour = 1.0 / 24;

SiteHours nightly_hours() {
  SiteHours hours;
  visit(hours, nightly(), 7, 200, 0.5);
  EXPECT_TRUE(hours.is_used());
  return hours;
}

// It is not out of date yet, and soon will be.
TEST(SiteHours, AVisitShortBeforeTheBurstIsPutOffToItsEnd) {
  const SiteHours hours = nightly_hours();
  const double day = 702;  // a Tuesday
  // What is learned of the hour is not sharp: the end is between 3 and 8.
  for (const double hour : {0.5, 1.0, 2.5}) {
    const double delay = hours.best_delay(day - 1 + 7 * kHour, day + hour * kHour, 1);
    EXPECT_GE(delay, (3 - hour) * kHour - 1e-6) << hour;
    EXPECT_LE(delay, (8 - hour) * kHour + 1e-6) << hour;
  }
}

TEST(SiteHours, AVisitAfterTheBurstIsNotPutOff) {
  const SiteHours hours = nightly_hours();
  const double day = 702;
  for (const double hour : {6.1, 8.0, 11.0, 13.9})
    EXPECT_EQ(hours.best_delay(day - 1 + hour * kHour, day + hour * kHour, 1), 0) << hour;
}

TEST(SiteHours, NoVisitIsPutOffForLong) {
  const SiteHours hours = nightly_hours();
  const SiteHours flat;
  for (double hour = 0; hour < 48; hour += 0.7) {
    for (const double wait : {0.1, 0.3, 0.9, 2.0, 7.0, 20.0}) {
      for (const double rate : {0.01, 0.3, 1.0, 20.0}) {
        const double now = 700 + hour * kHour;
        const double delay = hours.best_delay(now - wait, now, rate);
        EXPECT_GE(delay, 0);
        EXPECT_LE(delay, std::min(0.5, wait / 2));
        EXPECT_EQ(flat.best_delay(now - wait, now, rate), 0) << hour << " " << wait;
      }
    }
  }
}

TEST(SiteHours, VisitsAfterLongWaitsNeitherTeachNorScore) {
  SiteHours hours;
  visit(hours, nightly(), 70, 100, 6);
  EXPECT_EQ(hours.score(), 0);
  EXPECT_EQ(hours.activity(), flat_week());
}

}  // namespace
}  // namespace freshet::schedule
