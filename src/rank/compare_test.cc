#include "rank/compare.h"

#include <vector>

#include "gtest/gtest.h"

namespace freshet::rank {
namespace {

using Values = std::vector<double>;

TEST(Compare, L1IsTheSumOfDifferences) {
  EXPECT_DOUBLE_EQ(l1_distance(Values{1, 2, 3}, Values{2, 0, 3}), 3);
  EXPECT_EQ(l1_distance(Values{}, Values{}), 0);
}

TEST(Compare, SpearmanDependsOnlyOnPositions) {
  EXPECT_DOUBLE_EQ(spearman(Values{1, 2, 3, 4}, Values{10, 200, 201, 1e9}), 1);
  EXPECT_DOUBLE_EQ(spearman(Values{1, 2, 3, 4}, Values{4, 3, 2, 1}), -1);
  // By the formula for values without ties: 1 - 6 * 4 / (5 * 24).
  EXPECT_DOUBLE_EQ(spearman(Values{1, 2, 3, 4, 5}, Values{2, 1, 4, 3, 5}), 0.8);
  EXPECT_EQ(spearman(Values{}, Values{}), 1);
}

TEST(Compare, SpearmanGivesTiesTheirMeanPosition) {
  // scipy.stats.spearmanr([1, 2, 2, 3], [1, 2, 3, 4])
  EXPECT_NEAR(spearman(Values{1, 2, 2, 3}, Values{1, 2, 3, 4}), 0.9486832980505138, 1e-15);
  EXPECT_DOUBLE_EQ(spearman(Values{1, 2, 2 + 1e-12}, Values{1, 2 + 1e-12, 2}), 1);
  EXPECT_EQ(spearman(Values{1, 1}, Values{1, 2}), 0);
}

}  // namespace
}  // namespace freshet::rank
