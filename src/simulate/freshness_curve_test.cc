#include "simulate/freshness_curve.h"

#include "gtest/gtest.h"

namespace freshet::simulate {
namespace {

Instant at(int second) {
  return Instant::from_unix_seconds(1'000'000 + second);
}

TEST(FreshnessCurve, HasTheFreshnessOfEachPart) {
  FreshnessCurve curve(at(0), at(400));
  curve.add_time(at(2), at(3), {.known = 4, .current = 4});
  curve.add_time(at(3), at(4), {.known = 4, .current = 2});
  curve.add_time(at(398), at(400), {.known = 8, .current = 2});
  const std::vector<double> values = curve.values();
  ASSERT_EQ(values.size(), 200U);
  EXPECT_EQ(values[0], 0);
  EXPECT_NEAR(values[1], 0.75, 0.2);  // the second piece ends where the next part begins
  EXPECT_EQ(values[199], 0.25);
}

TEST(FreshnessCurve, LongSpanCountsInAllPartsThatItMeets) {
  FreshnessCurve curve(at(0), at(400));
  curve.add_time(at(0), at(400), {.known = 2, .current = 1});
  for (const double value : curve.values()) EXPECT_EQ(value, 0.5);
}

}  // namespace
}  // namespace freshet::simulate
