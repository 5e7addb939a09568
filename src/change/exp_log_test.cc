#include "change/exp_log.h"

#include <gtest/gtest.h>

#include <cmath>

namespace freshet::change {
namespace {

TEST(ExpLog, ResultsAreRightToElevenDigitsAlsoNearZero) {
  for (double x = 1e-15; x < 1e6; x *= 1.37) {
    EXPECT_NEAR(log_of_1_plus(x) / std::log1p(x), 1, 1e-11) << x;
    if (x > 300) continue;
    EXPECT_NEAR(exp_minus_1(x) / std::expm1(x), 1, 1e-11) << x;
    EXPECT_NEAR(exp_minus_1(-x) / std::expm1(-x), 1, 1e-11) << x;
  }
  EXPECT_EQ(log_of_1_plus(0), 0);
  EXPECT_EQ(exp_minus_1(0), 0);
}

}  // namespace
}  // namespace freshet::change
