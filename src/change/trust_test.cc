#include "change/trust.h"

#include <random>

#include "gtest/gtest.h"

namespace freshet::change {
namespace {

constexpr Instant kStart = Instant::from_unix_seconds(1'700'000'000);

Instant hour(int n) {
  return kStart + Duration::hours(n);
}

// Returns a visit one day after the last one; the old date is ten hours before the last visit.
DatedVisit visit(bool changed, std::optional<Instant> date) {
  return {.last_visit = hour(0),
          .now = hour(24),
          .last_date = hour(-10),
          .date = date,
          .changed = changed};
}

DateTrust trust_after(int announced, int silent, int false_alarms) {
  DateTrust trust;
  for (int i = 0; i < announced; ++i) trust.saw(visit(true, hour(5)));
  for (int i = 0; i < silent; ++i) trust.saw(visit(true, hour(-10)));
  for (int i = 0; i < false_alarms; ++i) trust.saw(visit(false, hour(5)));
  return trust;
}

TEST(DateTrust, DatesOfANewSiteAreNotUsed) {
  const DateTrust trust;
  EXPECT_FALSE(trust.may_use_dates());
}

TEST(DateTrust, CountsAnnouncedAndSilentChangesAndFalseAlarms) {
  const DateTrust trust = trust_after(6, 2, 4);
  EXPECT_EQ(trust.counts(), (DateTrust::Counts{.announced = 6, .silent = 2, .false_alarms = 4}));
}

TEST(DateTrust, DatesAreUsedAfterNineAnnouncedChanges) {
  EXPECT_FALSE(trust_after(8, 0, 0).may_use_dates());
  EXPECT_TRUE(trust_after(9, 0, 0).may_use_dates());
}

TEST(DateTrust, OneWrongDateNeedsNineMoreAnnouncedChanges) {
  EXPECT_FALSE(trust_after(17, 1, 0).may_use_dates());
  EXPECT_FALSE(trust_after(17, 0, 1).may_use_dates());
  EXPECT_TRUE(trust_after(18, 1, 1).may_use_dates());
}

TEST(DateTrust, TimeOfTheRequestAsDateIsNeverUsed) {
  DateTrust trust;
  for (int day = 0; day < 100; ++day) {
    const bool changed = day % 3 == 0;
    trust.saw({.last_visit = hour(24 * day),
               .now = hour(24 * day + 24),
               .last_date = hour(24 * day),
               .date = hour(24 * day + 24),
               .changed = changed});
    EXPECT_FALSE(trust.may_use_dates());
  }
  EXPECT_GT(trust.counts().false_alarms, trust.counts().announced);
  EXPECT_EQ(trust.counts().silent, 0u);
}

TEST(DateTrust, DateThatNeverAdvancesIsNotUsed) {
  const DateTrust trust = trust_after(0, 50, 0);
  EXPECT_FALSE(trust.may_use_dates());
  EXPECT_EQ(trust.counts(), (DateTrust::Counts{.silent = 50}));
}

TEST(DateTrust, ImpossibleDatesAreNoEvidence) {
  DateTrust trust;
  trust.saw(visit(true, std::nullopt));
  trust.saw(visit(true, hour(25)));   // in the future
  trust.saw(visit(true, hour(-11)));  // gone backwards
  trust.saw(visit(true, hour(-5)));   // advanced to a time before the last visit
  trust.saw(visit(false, hour(-5)));
  trust.saw(visit(false, hour(-10)));  // neither the date nor the content changed
  DatedVisit first_date = visit(true, hour(5));
  first_date.last_date = std::nullopt;
  trust.saw(first_date);
  DatedVisit old_date_in_future = visit(true, hour(5));
  old_date_in_future.last_date = hour(3);
  trust.saw(old_date_in_future);
  EXPECT_EQ(trust, DateTrust());
}

TEST(DateTrust, ClocksMayDifferByTwoMinutes) {
  DateTrust trust;
  trust.saw(visit(true, hour(24) + Duration::seconds(90)));
  trust.saw(visit(true, hour(0) - Duration::seconds(90)));
  EXPECT_EQ(trust.counts().announced, 2u);
}

TEST(DateTrust, DatesThatBecomeWrongAreNoLongerUsedSoonHoweverLongTheyWereRight) {
  DateTrust trust;
  for (int i = 0; i < 100'000; ++i) trust.saw(visit(true, hour(5)));
  ASSERT_TRUE(trust.may_use_dates());
  int lies = 0;
  for (; trust.may_use_dates(); ++lies) trust.saw(visit(true, hour(-10)));
  EXPECT_LE(lies, 25);
}

TEST(DateTrust, ChangeTimeLiesBetweenTheVisits) {
  EXPECT_EQ(change_time(visit(true, hour(5))), hour(5));
  EXPECT_EQ(change_time(visit(true, hour(24) + Duration::seconds(60))), hour(24));
  EXPECT_EQ(change_time(visit(true, hour(0) - Duration::seconds(60))), hour(0));
  EXPECT_EQ(change_time(visit(false, hour(5))), std::nullopt);
  EXPECT_EQ(change_time(visit(true, hour(-10))), std::nullopt);
  EXPECT_EQ(change_time(visit(true, hour(-5))), std::nullopt);
  EXPECT_EQ(change_time(visit(true, hour(30))), std::nullopt);
}

}  // namespace
}  // namespace freshet::change
