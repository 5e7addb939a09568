#include "refresh/budget.h"

#include "gtest/gtest.h"

namespace freshet::refresh {
namespace {

constexpr Instant kStart = Instant::from_unix_seconds(1'700'000'000);

constexpr Duration kSavedUpFor = Duration::seconds(10);

int spend_all(Budget& budget, Instant now) {
  int spent = 0;
  for (; budget.allows_one(now); ++spent) budget.spend();
  return spent;
}

TEST(Budget, AllowsTheRateOverAnHourWithSmallSteps) {
  for (const double rate : {0.01, 0.3, 1.0, 7.5, 2'000.0}) {
    Budget budget(rate, kSavedUpFor);
    int spent = spend_all(budget, kStart);
    for (int ms = 1; ms <= 3'600'000; ms += 37) {
      spent += spend_all(budget, kStart + Duration::milliseconds(ms));
    }
    EXPECT_NEAR(spent, rate * 3'600, std::max(1.0, rate * 3'600 * 0.001)) << rate;
  }
}

TEST(Budget, SaysWhenTheNextRequestIsAllowed) {
  Budget budget(0.5, kSavedUpFor);
  EXPECT_FALSE(budget.allows_one(kStart));
  const Instant then = budget.next(kStart);
  EXPECT_NEAR((then - kStart).in_seconds(), 2, 1e-5);
  EXPECT_FALSE(budget.allows_one(then - Duration::milliseconds(1)));
  EXPECT_TRUE(budget.allows_one(then));
}

TEST(Budget, PauseIsNotFollowedByABurst) {
  Budget budget(10, kSavedUpFor);
  EXPECT_EQ(spend_all(budget, kStart), 0);
  EXPECT_EQ(spend_all(budget, kStart + Duration::days(1)), 100);
}

TEST(Budget, ClockThatIsSetBackDoesNotLoseTokens) {
  Budget budget(1, kSavedUpFor);
  budget.allows_one(kStart);
  EXPECT_EQ(spend_all(budget, kStart + Duration::seconds(5)), 5);
  EXPECT_EQ(spend_all(budget, kStart - Duration::days(1)), 0);
  EXPECT_EQ(spend_all(budget, kStart - Duration::days(1) + Duration::seconds(3)), 3);
}

TEST(Budget, WithARateOfZeroAllowsNothing) {
  Budget budget(0, kSavedUpFor);
  EXPECT_EQ(spend_all(budget, kStart), 0);
  EXPECT_EQ(spend_all(budget, kStart + Duration::days(1'000)), 0);
  EXPECT_EQ(budget.next(kStart), Instant::never());
}

TEST(Budget, CanBeChanged) {
  Budget budget(0, kSavedUpFor);
  budget.allows_one(kStart);
  budget.set_rate(2, kStart + Duration::seconds(100));
  EXPECT_EQ(spend_all(budget, kStart + Duration::seconds(103)), 6);
  budget.set_rate(0, kStart + Duration::seconds(103));
  EXPECT_EQ(spend_all(budget, kStart + Duration::seconds(999)), 0);
}

}  // namespace
}  // namespace freshet::refresh
