#include "schedule/week_profile.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "clock/civil.h"
#include "schedule/load_profile.h"

namespace freshet::schedule {
namespace {

constexpr uint64_t kSeed = 3;
// A Monday, 0:00 UTC.
const Instant kStart = *to_instant({.year = 2026, .month = 1, .day = 5});

WeekActivity office() {
  WeekActivity activity;
  for (size_t bin = 0; bin < kWeekBins; ++bin)
    activity[bin] = bin >= 9 && bin < 17 ? 0.9 / 40 : 0.1 / 128;
  return with_mean_one(activity);
}

// Visits to pages of a site with this activity, at random intervals around `hours`.
void visit(WeekProfile& profile, const WeekActivity& truth, int visits, double hours,
           const WeekActivity& usual) {
  constexpr double kRate = 1.5;
  std::mt19937_64 random(kSeed);
  std::uniform_real_distribution<> uniform;
  Instant last[8];
  for (Instant& each : last) each = kStart;
  for (int i = 0; i < visits; ++i) {
    Instant& from = last[i % 8];
    const double wait = hours * (0.3 + 1.4 * uniform(random));
    const Instant to = from + Duration::from_seconds(wait * 3'600);
    double events = 0;
    for (Instant at = from; at < to; at += Duration::minutes(1)) {
      events += kRate / 1'440 * truth[week_bin(hour_of_week(at))];
    }
    profile.saw(from, to, uniform(random) < -std::expm1(-events), kRate);
    from = to;
    if (i % 32 == 0) profile.learn(usual);
  }
  profile.learn(usual);
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
  EXPECT_EQ(week_bin(hour_of_week(kStart)), 0u);
  EXPECT_EQ(week_bin(hour_of_week(kStart + Duration::hours(4 * 24 + 13))), 13u);
  EXPECT_EQ(week_bin(hour_of_week(kStart + Duration::hours(5 * 24 + 13))), 24u + 13);
  EXPECT_EQ(week_bin(hour_of_week(kStart + Duration::hours(6 * 24 + 23))), 24u + 23);
  EXPECT_EQ(week_bin(hour_of_week(kStart + Duration::hours(7 * 24))), 0u);
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
    visit(profile, office(), line.visits, line.hours, flat_week());
    EXPECT_LE(distance(profile.activity(), office()), line.most)
        << line.hours << " " << line.visits;
  }
}

TEST(WeekProfile, WithoutARhythmNoneIsFound) {
  WeekProfile profile;
  visit(profile, flat_week(), 1'000, 8, flat_week());
  EXPECT_LE(distance(profile.activity(), flat_week()), 0.08);
}

TEST(WeekProfile, BeforeMuchWasSeenItIsThatOfAllSites) {
  WeekProfile profile;
  profile.learn(office());
  EXPECT_NEAR(distance(profile.activity(), office()), 0, 1e-9);
  // Ten or so events against fifty.
  visit(profile, flat_week(), 40, 3, office());
  EXPECT_LE(distance(profile.activity(), office()), 0.2);
}

TEST(WeekProfile, WhatWasLearnedFades) {
  WeekProfile profile;
  profile.saw(kStart, kStart + Duration::hours(2), true, 1);
  const double events = profile.events();
  EXPECT_NEAR(events, 1, 0.1);
  const Instant later = kStart + Duration::days(60);
  profile.saw(later - Duration::hours(1), later, false, 1);
  EXPECT_NEAR(profile.events(), events * std::exp(-1), 0.01);
}

}  // namespace
}  // namespace freshet::schedule
