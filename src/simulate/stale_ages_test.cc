#include "simulate/stale_ages.h"

#include "gtest/gtest.h"

namespace freshet::simulate {
namespace {

Instant at(int second) {
  return Instant::from_unix_seconds(1'000'000 + second);
}

TEST(StaleAges, IntegralIsThatOfAgesThatGrowWithTime) {
  StaleAges ages(2, at(0));
  ages.begin(0, at(2));
  ages.add_time(at(2), at(4));
  EXPECT_DOUBLE_EQ(ages.integral(), 2.0 * 2 / 2);
  ages.begin(1, at(4));
  ages.add_time(at(4), at(6));
  EXPECT_DOUBLE_EQ(ages.integral(), 4.0 * 4 / 2 + 2.0 * 2 / 2);
  ages.end(0);
  ages.add_time(at(6), at(7));
  EXPECT_DOUBLE_EQ(ages.integral(), 4.0 * 4 / 2 + 3.0 * 3 / 2);
  ages.end(1);
  ages.add_time(at(7), at(100));
  EXPECT_DOUBLE_EQ(ages.integral(), 4.0 * 4 / 2 + 3.0 * 3 / 2);
}

}  // namespace
}  // namespace freshet::simulate
