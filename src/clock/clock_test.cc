#include "clock/clock.h"

#include <limits>

#include "clock/civil.h"
#include "gtest/gtest.h"
#include "support/manual_clock.h"

namespace freshet {
namespace {

TEST(Civil, RoundTripsEveryDayOfFourCenturies) {
  int64_t days = days_from_civil(1800, 1, 1);
  for (int year = 1800; year < 2200; ++year) {
    for (int month = 1; month <= 12; ++month) {
      for (int day = 1; day <= days_in_month(year, month); ++day, ++days) {
        ASSERT_EQ(days_from_civil(year, month, day), days);
        const CivilTime civil{.year = year, .month = month, .day = day, .hour = 23, .second = 59};
        ASSERT_EQ(to_civil(*to_instant(civil)), civil);
      }
    }
  }
}

TEST(Civil, WeekdayCountsFromSunday) {
  EXPECT_EQ(weekday(0), 4);                              // Thursday
  EXPECT_EQ(weekday(days_from_civil(2026, 11, 15)), 0);  // Sunday
  EXPECT_EQ(weekday(days_from_civil(1969, 12, 31)), 3);  // Wednesday
}

TEST(Civil, DatesThatDoNotExistAreRefused) {
  EXPECT_FALSE(to_instant({.year = 2025, .month = 2, .day = 29}));
  EXPECT_TRUE(to_instant({.year = 2024, .month = 2, .day = 29}));
  EXPECT_FALSE(to_instant({.year = 1900, .month = 2, .day = 29}));
  EXPECT_FALSE(to_instant({.year = 2025, .month = 13, .day = 1}));
  EXPECT_FALSE(to_instant({.year = 2025, .month = 1, .day = 0}));
  EXPECT_FALSE(to_instant({.year = 2025, .month = 1, .day = 1, .hour = 24}));
  EXPECT_FALSE(to_instant({.year = 2025, .month = 1, .day = 1, .second = 61}));
}

TEST(Civil, ALeapSecondIsTheFirstSecondOfTheNextMinute) {
  const auto leap =
      to_instant({.year = 2016, .month = 12, .day = 31, .hour = 23, .minute = 59, .second = 60});
  EXPECT_EQ(format_iso8601(*leap), "2017-01-01T00:00:00Z");
}

TEST(Civil, FormatsIso8601) {
  EXPECT_EQ(format_iso8601(Instant::from_unix_seconds(0)), "1970-01-01T00:00:00Z");
  EXPECT_EQ(format_iso8601(Instant::from_unix_seconds(-1)), "1969-12-31T23:59:59Z");
  EXPECT_EQ(format_iso8601_fraction(Instant::from_unix_microseconds(-1)),
            "1969-12-31T23:59:59.999999Z");
}

TEST(Duration, FromSecondsClampsValuesOutOfRange) {
  EXPECT_EQ(Duration::from_seconds(1.5), Duration::milliseconds(1500));
  EXPECT_EQ(Duration::from_seconds(1e300).in_microseconds(), std::numeric_limits<int64_t>::max());
  EXPECT_EQ(Duration::from_seconds(-1e300).in_microseconds(), std::numeric_limits<int64_t>::min());
}

// A wall clock that tests can set, and a steady time beside it.
class AdjustableClock final : public Clock {
 public:
  Instant now() const override { return wall; }
  std::optional<Duration> steady() const override { return passed; }
  Instant wall = Instant::from_unix_seconds(1'000'000);
  Duration passed = Duration::seconds(5);
};

TEST(SteadiedClock, DoesNotJumpWhenTheOtherClockIsSet) {
  AdjustableClock clock;
  const SteadiedClock steadied(clock);
  EXPECT_EQ(steadied.now(), clock.wall);
  const Instant later = clock.wall + Duration::seconds(10);
  for (const Duration step : {Duration::days(400), -Duration::days(400)}) {
    clock.passed = Duration::seconds(15);
    clock.wall = later + step;
    EXPECT_EQ(steadied.now(), later);
    EXPECT_EQ(steadied.set_by(), step);
  }
}

TEST(SteadiedClock, FollowsAClockWithoutSteadyTime) {
  test::ManualClock clock(Instant::from_unix_seconds(1'000));
  const SteadiedClock steadied(clock);
  clock.advance(Duration::days(400));
  EXPECT_EQ(steadied.now(), clock.now());
  EXPECT_EQ(steadied.set_by(), Duration());
}

}  // namespace
}  // namespace freshet
