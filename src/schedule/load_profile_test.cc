#include "schedule/load_profile.h"

#include <gtest/gtest.h>

#include "clock/civil.h"

namespace freshet::schedule {
namespace {

// A Sunday.
constexpr Instant kStart = Instant::from_unix_seconds(int64_t{20'002} * 86'400);

FetchTimes fetch_taking(int64_t first_byte_ms, int64_t transfer_ms, uint64_t bytes = 10'000) {
  return {.first_byte = Duration::milliseconds(first_byte_ms),
          .transfer = Duration::milliseconds(transfer_ms),
          .bytes = bytes};
}

// One visit an hour: slow from 8 to 20 o'clock, four times as fast at night.
LoadProfile day_and_night(int days) {
  LoadProfile profile;
  for (int hour = 0; hour < 24 * days; ++hour) {
    const bool slow = hour % 24 >= 8 && hour % 24 < 20;
    profile.add(slow ? fetch_taking(400, 800) : fetch_taking(100, 200),
                kStart + Duration::hours(hour));
  }
  return profile;
}

TEST(LoadProfile, HoursOfTheWeekBeginOnSunday) {
  ASSERT_EQ(weekday(kStart.unix_seconds() / 86'400), 0);
  EXPECT_EQ(hour_of_week(kStart), 0);
  EXPECT_EQ(hour_of_week(kStart + Duration::hours(25)), 25);
  EXPECT_EQ(hour_of_week(kStart + Duration::days(7) - Duration::seconds(1)), 167);
  EXPECT_EQ(hour_of_week(Instant::from_unix_seconds(0)), 4 * 24);
  EXPECT_EQ(hour_of_week(Instant::from_unix_seconds(-1)), 4 * 24 - 1);
}

TEST(LoadProfile, WhereNothingIsKnownAllHoursCostTheSame) {
  const LoadProfile profile;
  EXPECT_TRUE(profile.empty());
  EXPECT_EQ(profile.cost_factor(kStart), 1);
  EXPECT_GT(profile.by_hour_of_day(1000)[5], 0) << "nothing is known, which is not that it is free";
  EXPECT_EQ(profile.by_hour_of_day(1000)[5], profile.by_hour_of_day(1000)[17]);
}

TEST(LoadProfile, MeanIsThatOfTheVisits) {
  LoadProfile profile;
  profile.add(fetch_taking(100, 500, 1000), kStart);
  profile.add(fetch_taking(300, 500, 3000), kStart + Duration::seconds(1));
  EXPECT_NEAR(profile.mean().first_byte, 0.2, 1e-6);
  EXPECT_NEAR(profile.mean().seconds_per_byte, 1.0 / 4000, 1e-9);
  EXPECT_EQ(profile.mean().error_share, 0);
  EXPECT_NEAR(profile.mean().visit_seconds(4000), 1.2, 1e-5);
}

TEST(LoadProfile, NightIsCheaperThanDay) {
  const LoadProfile profile = day_and_night(28);
  EXPECT_EQ(profile.cost_factor(kStart + Duration::hours(3)), 1);
  // In truth 4; day and night are both drawn to the mean, with a quarter of the weight.
  EXPECT_NEAR(profile.cost_factor(kStart + Duration::hours(12)), 2.8, 0.2);
  EXPECT_LT(profile.by_hour_of_day(10'000)[3], profile.by_hour_of_day(10'000)[12] / 2.5);
}

TEST(LoadProfile, WhatMayBeChanceIsNotDear) {
  LoadProfile profile;
  for (int hour = 0; hour < 24 * 28; ++hour)
    profile.add(fetch_taking(100 + hour * 37 % 41, 200), kStart + Duration::hours(hour));
  for (int hour = 0; hour < kHoursOfWeek; ++hour)
    EXPECT_EQ(profile.cost_factor(kStart + Duration::hours(hour)), 1) << hour;
}

TEST(LoadProfile, AHostThatOnlyFailsIsNotFree) {
  LoadProfile profile;
  for (int i = 0; i < 10; ++i) profile.add({.failed = true}, kStart);
  EXPECT_GT(profile.by_hour_of_day(kUsualBytes)[0], LoadProfile().by_hour_of_day(kUsualBytes)[0]);
}

TEST(LoadProfile, AThinHourLeansOnTheHostsMean) {
  LoadProfile profile;
  for (int i = 0; i < 100; ++i)
    profile.add(fetch_taking(100, 0), kStart + Duration::minutes(i / 2));
  profile.add(fetch_taking(1000, 0), kStart + Duration::hours(5));
  const double once = profile.at(5).first_byte;
  EXPECT_GT(once, 0.15);
  EXPECT_LT(once, 0.45);
  // An hour without visits is like the host.
  EXPECT_NEAR(profile.at(30).first_byte, profile.mean().first_byte, 1e-6);
  // The same hour of another day takes part of it.
  EXPECT_GT(profile.at(5 + 24).first_byte, profile.mean().first_byte * 1.2);
  EXPECT_LT(profile.at(5 + 24).first_byte, once);
}

TEST(LoadProfile, FailuresMakeAnHourDearAndDoNotCountAsFast) {
  LoadProfile profile;
  for (int i = 0; i < 50; ++i) {
    profile.add(fetch_taking(200, 0), kStart + Duration::seconds(i));
    const Instant later = kStart + Duration::hours(1) + Duration::seconds(i);
    profile.add(i % 2 == 0 ? FetchTimes{.failed = true} : fetch_taking(200, 0), later);
  }
  EXPECT_GT(profile.at(1).error_share, 0.25);
  EXPECT_LT(profile.at(0).error_share, 0.1);
  EXPECT_GT(profile.at(1).visit_seconds(0), 1.1 * profile.at(0).visit_seconds(0));
}

TEST(LoadProfile, WhatWasLearnedFades) {
  LoadProfile profile;
  for (int week = 0; week < 8; ++week)
    for (int i = 0; i < 10; ++i)
      profile.add(fetch_taking(1000, 0), kStart + Duration::days(7 * week) + Duration::seconds(i));
  // Years later the host is fast: the rescaling of weights happens on the way.
  const Instant later = kStart + Duration::days(7 * 150);
  for (int i = 0; i < 10; ++i) profile.add(fetch_taking(100, 0), later + Duration::seconds(i));
  EXPECT_NEAR(profile.mean().first_byte, 0.1, 1e-3);
  EXPECT_NEAR(profile.at(0).first_byte, 0.1, 1e-3);
}

TEST(LoadProfile, AVisitOutOfOrderCounts) {
  LoadProfile profile;
  profile.add(fetch_taking(100, 0), kStart + Duration::days(1));
  profile.add(fetch_taking(300, 0), kStart);
  EXPECT_NEAR(profile.mean().first_byte, 0.2, 1e-6);
}

TEST(LoadProfile, EncodedAndDecodedItIsTheSameToEightBits) {
  const LoadProfile profile = day_and_night(10);
  std::string bytes;
  profile.encode(bytes);
  EXPECT_EQ(bytes.size(), 30U + 168 * 10);
  const Result<LoadProfile> read = LoadProfile::decode(bytes);
  ASSERT_TRUE(read) << read.error().message;
  for (const int hour : {0, 12, 100, 167})
    EXPECT_NEAR(read->at(hour).visit_seconds(9000) / profile.at(hour).visit_seconds(9000), 1, 0.01);
  std::string again;
  read->encode(again);
  EXPECT_EQ(again, bytes);
}

TEST(LoadProfile, ADecodedProfileGoesOnFading) {
  std::string bytes;
  day_and_night(10).encode(bytes);
  LoadProfile profile = *LoadProfile::decode(bytes);
  const Instant later = kStart + Duration::days(700);
  for (int i = 0; i < 5; ++i) profile.add(fetch_taking(50, 0), later);
  EXPECT_NEAR(profile.mean().first_byte, 0.05, 1e-3);
}

TEST(LoadProfile, OnlyHoursThatWereVisitedTakeRoom) {
  EXPECT_LE(LoadProfile().memory_bytes(), 64U);
  LoadProfile profile;
  for (int day = 0; day < 10; ++day)
    for (int hour = 0; hour < 4; ++hour)
      profile.add(fetch_taking(100, 100), kStart + Duration::days(7 * day) + Duration::hours(hour));
  EXPECT_LE(profile.memory_bytes(), 64U + 24 * 6);
  EXPECT_LE(day_and_night(10).memory_bytes(), 64U + 24 * 168);
}

TEST(LoadProfile, AnEmptyProfileIsShort) {
  std::string bytes;
  LoadProfile().encode(bytes);
  EXPECT_EQ(bytes.size(), 30U);
  EXPECT_TRUE(LoadProfile::decode(bytes)->empty());
}

TEST(LoadProfile, DamagedBytesAreAnError) {
  std::string bytes;
  day_and_night(1).encode(bytes);
  for (size_t n = 0; n < bytes.size(); ++n)
    EXPECT_FALSE(LoadProfile::decode(std::string_view(bytes).substr(0, n))) << n;
  EXPECT_FALSE(LoadProfile::decode(bytes + "x"));
  std::string other = bytes;
  other[0] = 2;
  EXPECT_FALSE(LoadProfile::decode(other));
  other = bytes;
  other[31] = '\x7F';  // visits: not a number
  other[30] = '\xFF';
  EXPECT_FALSE(LoadProfile::decode(other));
  other = bytes;
  other[33] = '\x7E';  // more failures than visits
  EXPECT_FALSE(LoadProfile::decode(other));
}

}  // namespace
}  // namespace freshet::schedule
