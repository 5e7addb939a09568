#include "schedule/policies/optimal/shape_choice.h"

#include <gtest/gtest.h>

#include <cmath>

namespace freshet::schedule {
namespace {

TEST(ShapeChoice, TheShapeThatPredictsBestIsUsed) {
  ShapeChoice choice;
  EXPECT_EQ(choice.best(), 1.4);
  choice.score(1, [](double shape) { return -std::abs(shape - 3); });
  EXPECT_EQ(choice.best(), 2.8);
  choice.score(10, [](double shape) { return -shape; });
  EXPECT_EQ(choice.best(), 0.35);
}

TEST(ShapeChoice, OfManyVisitsAFewStandForAll) {
  constexpr int kVisits = 80'000;
  ShapeChoice choice;
  double compared = 0;
  int scored = 0;
  for (int i = 0; i < kVisits; ++i) {
    const double weight = choice.count_visit();
    compared += weight;
    scored += weight > 0 ? 1 : 0;
  }
  EXPECT_NEAR(compared, kVisits, 8);
  EXPECT_LT(scored, kVisits / 4);
}

}  // namespace
}  // namespace freshet::schedule
