#include "aquarium/random.h"

#include <cmath>
#include <set>

#include "gtest/gtest.h"

namespace freshet::aquarium {
namespace {

constexpr int kDraws = 20'000;

// The mean of n draws is within 4.5 standard errors of the true mean for all but 7 of a million
// seeds. The seeds here are fixed.
void expect_mean(double sum, double mean, double variance) {
  EXPECT_NEAR(sum / kDraws, mean, 4.5 * std::sqrt(variance / kDraws));
}

TEST(Random, UnitIsUniform) {
  double sum = 0;
  for (uint64_t i = 0; i < kDraws; ++i) {
    const double u = unit(mix(1, i));
    ASSERT_TRUE(u >= 0 && u < 1);
    sum += u;
  }
  expect_mean(sum, 0.5, 1.0 / 12);
}

TEST(Random, NormalHasMeanZeroAndVarianceOne) {
  double sum = 0;
  double squares = 0;
  for (uint64_t i = 0; i < kDraws; ++i) {
    const double x = normal(mix(2, i));
    sum += x;
    squares += x * x;
  }
  expect_mean(sum, 0, 1);
  expect_mean(squares, 1, 2);
}

TEST(Random, PoissonHasItsMeanAndVariance) {
  for (const double mean : {0.01, 0.7, 5.0, 63.0, 65.0, 4'000.0}) {
    double sum = 0;
    double squares = 0;
    for (uint64_t i = 0; i < kDraws; ++i) {
      const auto n = static_cast<double>(poisson(mix(3, i), mean));
      sum += n;
      squares += (n - mean) * (n - mean);
    }
    SCOPED_TRACE(mean);
    expect_mean(sum, mean, mean);
    expect_mean(squares, mean, mean + 2 * mean * mean);
  }
}

TEST(Random, PoissonWithoutAPositiveMeanIsZero) {
  EXPECT_EQ(poisson(mix(4), 0), 0U);
  EXPECT_EQ(poisson(mix(4), -1), 0U);
}

TEST(Random, HalfOfTheCoinsShowHeads) {
  for (const uint64_t coins : {0U, 1U, 63U, 64U, 65U, 1'000U}) {
    double sum = 0;
    for (uint64_t i = 0; i < kDraws; ++i) {
      const uint64_t n = count_heads(mix(5, i), coins);
      ASSERT_LE(n, coins);
      sum += static_cast<double>(n);
    }
    SCOPED_TRACE(coins);
    expect_mean(sum, static_cast<double>(coins) / 2, static_cast<double>(coins) / 4 + 1e-9);
  }
}

TEST(Random, ShuffledIsAPermutation) {
  for (const uint32_t n : {1U, 2U, 3U, 10U, 64U, 65U, 1'000U}) {
    std::set<uint32_t> seen;
    for (uint32_t i = 0; i < n; ++i) {
      const uint32_t at = shuffled(mix(6), i, n);
      ASSERT_LT(at, n);
      seen.insert(at);
    }
    EXPECT_EQ(seen.size(), n);
  }
}

TEST(Random, PermutationsOfDifferentSeedsDiffer) {
  int same = 0;
  for (uint32_t i = 0; i < 1'000; ++i) {
    same += shuffled(7, i, 1'000) == shuffled(8, i, 1'000) ? 1 : 0;
  }
  EXPECT_LT(same, 10);
}

}  // namespace
}  // namespace freshet::aquarium
