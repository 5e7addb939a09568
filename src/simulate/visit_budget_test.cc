#include "simulate/visit_budget.h"

#include "gtest/gtest.h"

namespace freshet::simulate {
namespace {

const Instant kStart = Instant::from_unix_seconds(1'800'000'000);
const std::function<double(Instant)> kAlways;

TEST(VisitBudget, GrowsWithTheCollection) {
  VisitBudget budget(2, kAlways, kStart);
  EXPECT_NEAR((budget.next(10) - kStart).in_seconds(), 86'400 / 20.0, 0.01);
  EXPECT_NEAR((budget.next(20) - kStart).in_seconds(), 86'400 / 40.0, 0.01);
  EXPECT_EQ(budget.next(0), Instant::never());
}

TEST(VisitBudget, IsSufficientWhenItSaysSo) {
  VisitBudget budget(1, kAlways, kStart);
  for (int visit = 0; visit < 100; ++visit) {
    const Instant at = budget.next(7);
    budget.pay_until(at, 7);
    EXPECT_EQ(budget.next(7), at);
    budget.spend();
    EXPECT_GT(budget.next(7), at);
  }
}

TEST(VisitBudget, ThatOfAnHourIsKeptAtMost) {
  VisitBudget budget(24, kAlways, kStart);
  const Instant later = kStart + Duration::days(5);
  budget.pay_until(later, 3);
  for (int visit = 0; visit < 3; ++visit) {
    EXPECT_EQ(budget.next(3), later);
    budget.spend();
  }
  EXPECT_GT(budget.next(3), later);
}

}  // namespace
}  // namespace freshet::simulate
