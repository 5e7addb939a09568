#include "change/rhythm.h"

#include "gtest/gtest.h"

namespace freshet::change {
namespace {

constexpr Instant kMidnight = Instant::from_unix_seconds(1'767'225'600);  // 2026-01-01

Instant hour(double hours) {
  return kMidnight + Duration::from_seconds(hours * 3600);
}

// Visits each `spacing` hours, of which every `each`th finds a change.
Rhythm visits(int count, double spacing, int each) {
  Rhythm rhythm;
  for (int i = 1; i <= count; ++i)
    rhythm.add(
        {.from = hour((i - 1) * spacing), .to = hour(i * spacing), .changed = i % each == 0});
  return rhythm;
}

TEST(Rhythm, HalfDaysOfADailyPageBoundItsRateBelowTwoADay) {
  EXPECT_FALSE(visits(27, 12, 2).most_changes_a_day());
  // ln 2 per half day.
  EXPECT_NEAR(*visits(28, 12, 2).most_changes_a_day(), 1.37, 0.03);
  // Visits that always find a change hardly bound anything.
  EXPECT_GT(*visits(28, 12, 1).most_changes_a_day(), 6);
}

TEST(Rhythm, VisitsEachFewHoursBoundTheRateLikeThoseOfHalfDays) {
  // A change a day.
  EXPECT_NEAR(*visits(112, 6, 4).most_changes_a_day(), *visits(56, 12, 2).most_changes_a_day(),
              0.01);
}

TEST(Rhythm, LowestBoundOfAllSpacingsCounts) {
  Rhythm rhythm = visits(28, 12, 2);
  for (int i = 0; i < 20; ++i)
    rhythm.add({.from = hour(1000 + 24 * i), .to = hour(1024 + 24 * i), .changed = true});
  EXPECT_LT(*rhythm.most_changes_a_day(), 1.5);
}

TEST(Rhythm, BoundExpiresSoThatAFasterPageIsNoticed) {
  Rhythm rhythm = visits(28, 12, 2);
  for (int i = 0; i < 16 * 7; ++i)
    rhythm.add({.from = hour(1000 + 24 * i), .to = hour(1024 + 24 * i), .changed = true});
  EXPECT_GT(*rhythm.most_changes_a_day(), 3) << "the half days are too few again";
}

TEST(Rhythm, VisitsThatFollowAtOnceAndVisitsFarApartAreNoEvidence) {
  EXPECT_FALSE(visits(100, 0.1, 2).most_changes_a_day());
  EXPECT_FALSE(visits(100, 200, 2).most_changes_a_day());
}

TEST(Rhythm, DateOfTheServerTellsTheHour) {
  Rhythm rhythm;
  rhythm.add({.from = hour(0), .to = hour(48), .changed = true, .last_modified = hour(34)});
  EXPECT_DOUBLE_EQ(rhythm.changes_between(9, 18, {}), 1);
  // 10:00 UTC is 19:00 in Seoul.
  EXPECT_DOUBLE_EQ(rhythm.changes_between(18, 24, Duration::hours(9)), 1);
  EXPECT_DOUBLE_EQ(rhythm.changes_between(9, 18, Duration::hours(9)), 0);
  // 04:00 in New York.
  EXPECT_DOUBLE_EQ(rhythm.changes_between(0, 9, Duration::hours(-5)), 1);
}

TEST(Rhythm, HalfDaysTellDayFromNightAlsoWhenVisitsAreLate) {
  for (const double late : {0.0, 0.01, 2.0}) {
    Rhythm afternoon;
    afternoon.add({.from = hour(12), .to = hour(24 + late), .changed = true});
    EXPECT_DOUBLE_EQ(afternoon.changes_between(9, 18, {}), 1) << late;
    Rhythm night;
    night.add({.from = hour(0), .to = hour(12 + late), .changed = true});
    EXPECT_DOUBLE_EQ(night.changes_between(0, 9, {}), 1) << late;
  }
  Rhythm unknown;
  unknown.add({.from = hour(0), .to = hour(24), .changed = true});
  EXPECT_DOUBLE_EQ(unknown.changes_between(0, 24, {}), 0);
}

TEST(Rhythm, OldChangesFade) {
  Rhythm rhythm;
  const auto change_at = [&](double at) {
    rhythm.add({.from = hour(0), .to = hour(24), .changed = true, .last_modified = hour(at)});
  };
  for (int i = 0; i < 1000; ++i) change_at(3);
  for (int i = 0; i < 20; ++i) change_at(15);
  EXPECT_GT(rhythm.changes_between(9, 18, {}), rhythm.changes_between(0, 9, {}));
}

TEST(Rhythm, RetractedChangesAreForgotten) {
  Rhythm rhythm = visits(28, 12, 2);
  const Rhythm::Interval noise{.from = hour(336), .to = hour(348), .changed = true};
  const double before = rhythm.changes_between(0, 24, {});
  rhythm.add(noise);
  rhythm.retract(noise);
  EXPECT_DOUBLE_EQ(rhythm.changes_between(0, 24, {}), before);
  for (int i = 0; i < 100; ++i) rhythm.retract(noise);
  EXPECT_GE(*rhythm.most_changes_a_day(), 0);
}

TEST(Rhythm, BytesAreReadBackAndOthersAreRefused) {
  const Rhythm rhythm = visits(100, 12, 3);
  EXPECT_EQ(Rhythm::from_bytes(rhythm.bytes()), rhythm);
  Rhythm::Bytes wrong = rhythm.bytes();
  wrong[1] = 0xFF;
  EXPECT_FALSE(Rhythm::from_bytes(wrong)) << "a time as long is halved";
}

}  // namespace
}  // namespace freshet::change
