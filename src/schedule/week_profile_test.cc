#include "schedule/week_profile.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "schedule/load_profile.h"

namespace freshet::schedule {
namespace {

constexpr uint64_t kSeed = 3;
constexpr double kMonday = 1;  // days since a Sunday

WeekActivity office() {
  WeekActivity activity;
  for (size_t bin = 0; bin < kWeekBins; ++bin)
    activity[bin] = bin >= 9 && bin < 17 ? 0.9 / 40 : 0.1 / 128;
  return with_mean_one(activity);
}

// Visits to pages of a site with this activity, at random intervals around `hours`.
void visit(WeekProfile& profile, const WeekActivity& truth, int visits, double hours) {
  constexpr double kRate = 1.5;
  constexpr double kMinute = 1.0 / 1'440;
  std::mt19937_64 random(kSeed);
  std::uniform_real_distribution<> uniform;
  double last[8];
  for (double& each : last) each = kMonday;
  for (int i = 0; i < visits; ++i) {
    double& from = last[i % 8];
    const double to = from + hours * (0.3 + 1.4 * uniform(random)) / 24;
    double events = 0;
    for (double at = from; at < to; at += kMinute)
      events += kRate * kMinute * truth[week_bin(static_cast<int>(at * 24) % kHoursOfWeek)];
    profile.saw(from, to, uniform(random) < -std::expm1(-events), kRate);
    from = to;
    if (i % 32 == 0) profile.learn(to);
  }
  profile.learn(last[0]);
}

// Half the sum of the differences between the shares of changes by hour: 0 the same, 1 disjoint.
double distance(const WeekActivity& a, const WeekActivity& b) {
  double sum = 0;
  for (size_t bin = 0; bin < kWeekBins; ++bin) {
    sum += std::abs(a[bin] - b[bin]) * (bin < 24 ? 5 : 2) / kHoursOfWeek;
  }
  return sum / 2;
}

TEST(WeekProfile, HoursAreNumberedFromSundayAndWeekendsAreApart) {
  EXPECT_EQ(week_bin(0), 24u);
  EXPECT_EQ(week_bin(24), 0u);
  EXPECT_EQ(week_bin(5 * 24 + 13), 13u);
  EXPECT_EQ(week_bin(6 * 24 + 23), 24u + 23);
}

// How near it comes with so many visits was measured; half as far again is allowed for other
// platforms' random numbers. Nothing learned would be 0.66 away.
TEST(WeekProfile, LearnsFromIntervalsLongerThanAnHour) {
  struct Line {
    double hours;
    int visits;
    double most;
  };
  for (const Line& line :
       {Line{3, 1'000, 0.35}, {8, 1'000, 0.39}, {8, 5'000, 0.23}, {20, 5'000, 0.5}}) {
    WeekProfile profile;
    visit(profile, office(), line.visits, line.hours);
    EXPECT_LE(distance(profile.activity(), office()), line.most)
        << line.hours << " " << line.visits;
  }
}

TEST(WeekProfile, WithoutARhythmNoneIsFound) {
  WeekProfile profile;
  visit(profile, flat_week(), 1'000, 8);
  EXPECT_LE(distance(profile.activity(), flat_week()), 0.08);
}

TEST(WeekProfile, AFewEventsDoNotMakeAProfile) {
  WeekProfile profile;
  visit(profile, office(), 40, 3);
  EXPECT_LE(distance(profile.activity(), flat_week()), 0.2);
}

TEST(WeekProfile, AChangeWhoseTimeIsKnownCountsForItsHourOnly) {
  WeekProfile profile;
  for (int i = 0; i < 100; ++i) {
    const double day = kMonday + 7 * i;
    profile.saw_change_at(day + 2.5 / 24, day + 1, 1);
    profile.learn(day + 1);
  }
  const WeekActivity& activity = profile.activity();
  EXPECT_EQ(std::max_element(activity.begin(), activity.end()) - activity.begin(), 2);
  EXPECT_LT(activity[5], 1);
}

TEST(WeekProfile, WhatWasLearnedFades) {
  WeekProfile profile;
  profile.saw(kMonday, kMonday + 2.0 / 24, true, 1);
  profile.learn(kMonday);
  const double events = profile.events();
  EXPECT_NEAR(events, 1, 0.1);
  profile.learn(kMonday + WeekProfile::kMemoryDays);
  EXPECT_NEAR(profile.events(), events * std::exp(-1), 0.01);
}

}  // namespace
}  // namespace freshet::schedule
