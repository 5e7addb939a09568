#include "refresh/beliefs.h"

#include "gtest/gtest.h"
#include "schedule/registry.h"

namespace freshet::refresh {
namespace {

const Instant kStart = Instant::from_unix_seconds(1'800'000'000);

TEST(ExpectedAge, IsHalfTheTimeIfOneChangeIsUnlikelyAndNearlyAllIfThereWereMany) {
  EXPECT_EQ(expected_age_after(0, 0.5), 0);
  EXPECT_EQ(expected_age_after(100, 1), 0);
  // Given that there was one: (1 - p) of the probability, half of the time.
  EXPECT_NEAR(expected_age_after(100, 0.99) / 0.01, 50, 1);
  EXPECT_GT(expected_age_after(100, 0), 95);
}

// Each policy has beliefs, its own or those of the estimator.
TEST(Beliefs, FadeWithTimeAndAreSureAfterAVisit) {
  for (const char* name : {"optimal", "uniform"}) {
    SCOPED_TRACE(name);
    const auto policy = schedule::find_policy(name)->make({.visits_per_page_day = 1});
    Beliefs beliefs(*policy, 1);
    policy->add(0, {}, kStart);
    beliefs.add(0, {}, kStart);
    EXPECT_NEAR(beliefs.current(0, kStart), 1, 1e-6);
    const Instant later = kStart + Duration::days(3);
    EXPECT_LT(beliefs.current(0, later), 0.95);
    policy->take(0, later);
    policy->visited(0, {.changed = true}, later);
    beliefs.visited(0, true, later);
    EXPECT_NEAR(beliefs.current(0, later), 1, 1e-6);
  }
}

TEST(Beliefs, AreCorrectedByWhatAuditsFound) {
  const auto policy = schedule::find_policy("uniform")->make({.visits_per_page_day = 1});
  Beliefs beliefs(*policy, 1);
  beliefs.add(0, {}, kStart);
  const Instant later = kStart + Duration::days(1);
  const double before = beliefs.current(0, later);
  for (int i = 0; i < 200; ++i) beliefs.audited(0, false, later);
  EXPECT_LT(beliefs.current(0, later), before / 2);
  EXPECT_EQ(beliefs.calibration().all().visits, 200U);
  EXPECT_EQ(beliefs.calibration().all().current, 0U);
}

}  // namespace
}  // namespace freshet::refresh
