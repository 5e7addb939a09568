#include "systemclock/system_clock.h"

#include "clock/civil.h"
#include "gtest/gtest.h"

namespace freshet {
namespace {

TEST(SystemClock, YearIsPlausible) {
  const CivilTime now = to_civil(SystemClock().now());
  EXPECT_GE(now.year, 2024);
  EXPECT_LE(now.year, 2100);
}

TEST(ScaledClock, RunsFasterByTheScale) {
  const Instant start = Instant::from_unix_seconds(1'000);
  const SystemClock machine;
  const Instant before = machine.now();
  const ScaledClock clock(start, 1e6);
  while (clock.now() < start + Duration::seconds(3'000)) continue;
  const Duration took = machine.now() - before;
  EXPECT_GE(took, Duration::milliseconds(2)) << "3,000 s are 3 ms";
  EXPECT_EQ(clock.real(Duration::seconds(3'000)), Duration::milliseconds(3));
}

TEST(SystemClock, SteadyTimeDoesNotGoBack) {
  const SystemClock clock;
  const auto before = clock.steady();
  ASSERT_TRUE(before);
  EXPECT_GE(*clock.steady(), *before);
}

}  // namespace
}  // namespace freshet
