#include "change/estimators.h"

#include <cmath>
#include <random>

#include "gtest/gtest.h"

namespace freshet::change {
namespace {

// Visits to a page that changes at random times, at intervals drawn evenly from a range.
std::vector<Interval> watch(std::mt19937_64& random, double rate, int visits, double shortest,
                            double longest) {
  std::uniform_real_distribution<double> interval(shortest, longest);
  std::uniform_real_distribution<double> chance(0, 1);
  std::vector<Interval> seen;
  for (int i = 0; i < visits; ++i) {
    const double days = interval(random);
    seen.push_back({.days = days, .changed = chance(random) < -std::expm1(-rate * days)});
  }
  return seen;
}

TEST(Estimators, LikeliestRateSolvesTheEquationOfRegularVisits) {
  // Three of four intervals of two days: 1 - e^-2L = 3/4.
  const std::vector<Interval> seen = {{2, true}, {2, true}, {2, false}, {2, true}};
  EXPECT_NEAR(likeliest_rate(seen, 1e6), std::log(4) / 2, 1e-12);
}

TEST(Estimators, LikeliestRateIsAMaximum) {
  std::mt19937_64 random(11);
  for (int page = 0; page < 200; ++page) {
    const auto seen = watch(random, std::exp(page % 9 - 4.0), 3 + page % 17, 0.01, 20);
    const double best = likeliest_rate(seen, 1e4);
    const auto likelihood = [&](double rate) {
      double sum = 0;
      for (const auto& [days, changed] : seen) {
        sum += changed ? std::log(-std::expm1(-rate * days)) : -rate * days;
      }
      return sum;
    };
    if (best == 0 || best == 1e4) continue;
    EXPECT_GE(likelihood(best), likelihood(best * 1.001)) << "seed 11, page " << page;
    EXPECT_GE(likelihood(best), likelihood(best / 1.001)) << "seed 11, page " << page;
  }
}

TEST(Estimators, ExtremesHaveAnAnswer) {
  EXPECT_EQ(likeliest_rate({}, 10), 0);
  EXPECT_EQ(naive_rate({}), 0);
  const std::vector<Interval> none = {{1, false}, {5, false}};
  EXPECT_EQ(likeliest_rate(none, 10), 0);
  const std::vector<Interval> all = {{1, true}, {5, true}};
  EXPECT_EQ(likeliest_rate(all, 10), 10);
  EXPECT_NEAR(naive_rate(all), 1.0 / 3, 1e-15);
  const std::vector<Interval> no_time = {{0, true}, {4, true}, {4, false}};
  EXPECT_NEAR(likeliest_rate(no_time, 10), std::log(2) / 4, 1e-12);
  EXPECT_EQ(bias_reduced_rate({.comparisons = 0, .changed = 0, .interval = 1}), 0);
  EXPECT_NEAR(bias_reduced_rate({.comparisons = 4, .changed = 4, .interval = 2}), std::log(9) / 2,
              1e-12);
}

TEST(Estimators, SurviveSpansOfAllSizes) {
  const std::vector<Interval> seen = {{1e-9, true}, {1e9, false}, {1, true}};
  const double rate = likeliest_rate(seen, 1e12);
  EXPECT_TRUE(std::isfinite(rate));
  EXPECT_NEAR(rate, 2e-9, 1e-11);
}

// 20,000 visits: the standard error of the likeliest rate is below 2 % of it for rates where an
// interval shows a change with a probability between 3 % and 97 %; the tolerance is four of them.
TEST(Estimators, LikeliestRateIsConsistentForIrregularVisits) {
  std::mt19937_64 random(12);
  for (const double rate : {0.03, 0.2, 1.0}) {
    const auto seen = watch(random, rate, 20'000, 0.5, 3.5);
    EXPECT_NEAR(likeliest_rate(seen, 1e3) / rate, 1, 0.08) << "seed 12, rate " << rate;
  }
}

// A page with one change a day, seen every second day: a visit shows a change with probability
// 1 - e^-2, so that the naive rate tends to 0.43, however long one watches.
TEST(Estimators, NaiveRateIsTooLowHoweverLongOneWatches) {
  std::mt19937_64 random(13);
  const auto seen = watch(random, 1, 50'000, 2, 2);
  EXPECT_NEAR(naive_rate(seen), -std::expm1(-2) / 2, 0.005);
  EXPECT_NEAR(likeliest_rate(seen, 1e3), 1, 0.03);
}

// The mean over 20,000 pages with ten visits each; standard errors are below 0.005.
TEST(Estimators, BiasReducedRateIsRightOnAverageAfterFewVisits) {
  std::mt19937_64 random(14);
  for (const double rate : {0.1, 0.5, 1.0}) {
    double naive = 0;
    double reduced = 0;
    constexpr int kPages = 20'000;
    for (int page = 0; page < kPages; ++page) {
      const auto seen = watch(random, rate, 10, 1, 1);
      int changed = 0;
      for (const Interval& interval : seen) changed += interval.changed ? 1 : 0;
      naive += naive_rate(seen) / kPages;
      reduced += bias_reduced_rate({.comparisons = 10, .changed = changed, .interval = 1}) / kPages;
    }
    EXPECT_NEAR(reduced, rate, 0.03 * rate + 0.005) << "seed 14, rate " << rate;
    EXPECT_NEAR(naive, -std::expm1(-rate), 0.01) << "seed 14, rate " << rate;
  }
}

}  // namespace
}  // namespace freshet::change
