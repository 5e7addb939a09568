#include "simulate/experiments/stress_comparison.h"

#include <gtest/gtest.h>

#include "simulate/experiments/experiments.h"
#include "simulate/experiments/idle_policy.h"

namespace freshet::simulate {
namespace {

StressComparison few_pages(std::vector<const schedule::PolicyEntry*> policies) {
  return {.policies = std::move(policies),
          .first = {.seed = 1, .least_pages = 100, .most_pages = 200},
          .worlds = 12};
}

TEST(StressComparison, UniformIsAsGoodAsItself) {
  const auto results = compare_with_uniform(few_pages({schedule::find_policy("uniform")}));
  ASSERT_EQ(results.size(), 12U);
  for (const StressResult& result : results) {
    EXPECT_EQ(result.ahead, std::vector<double>{0}) << result.name;
    EXPECT_GT(result.uniform, 0) << result.name;
  }
}

TEST(StressComparison, WhoNeverVisitsAgainIsFarBehind) {
  const auto results = compare_with_uniform(few_pages({&kIdlePolicy}));
  const StressSummary summary = summarise(results, 0);
  EXPECT_LT(summary.mean, -10);
  EXPECT_LT(summary.worst, -30);
  EXPECT_GE(summary.behind, 10U);
  EXPECT_EQ(summary.ahead, 0U);
}

TEST(StressComparison, ThreadsDoNotChangeTheResults) {
  StressComparison comparison = few_pages({schedule::find_policy("optimal")});
  comparison.worlds = 6;
  const auto alone = compare_with_uniform(comparison);
  comparison.threads = 3;
  size_t reports = 0;
  comparison.progress = [&](const std::string&) { ++reports; };
  const auto together = compare_with_uniform(comparison);
  EXPECT_EQ(reports, 6U);
  for (size_t i = 0; i < alone.size(); ++i) {
    EXPECT_EQ(alone[i].seed, 1 + i);
    EXPECT_EQ(alone[i].name, together[i].name);
    EXPECT_EQ(alone[i].uniform, together[i].uniform);
    EXPECT_EQ(alone[i].ahead, together[i].ahead);
  }
}

TEST(StressComparison, TheSummaryCountsWhatIsMoreThanAPoint) {
  std::vector<StressResult> results;
  for (const double ahead : {0.5, -1.0, -1.5, -4.0, 3.0, 1.0})
    results.push_back({.seed = 1, .name = {}, .kinds = {}, .ahead = {7, ahead}});
  const StressSummary summary = summarise(results, 1);
  EXPECT_NEAR(summary.mean, -2.0 / 6, 1e-12);
  EXPECT_EQ(summary.worst, -4);
  EXPECT_EQ(summary.behind, 2U);
  EXPECT_EQ(summary.ahead, 1U);
  EXPECT_EQ(summarise(results, 0).worst, 7);
}

// A few of the 200 worlds of the command: of these 15 it is ahead in most, and far behind in none.
TEST(StressComparison, OptimalIsAheadOfUniformAndNowhereFarBehind) {
  const auto results = compare_with_uniform(
      {.policies = {schedule::find_policy("optimal")}, .worlds = 15, .threads = 2});
  const StressSummary summary = summarise(results, 0);
  EXPECT_GT(summary.mean, 1);
  EXPECT_GT(summary.worst, -1);
}

TEST(StressComparison, TheTableHasARowForEachPolicyAndNamesTheWorlds) {
  const Table table = stress_experiment(
      {.seed = 5, .policies = {schedule::find_policy("uniform"), &kIdlePolicy}, .worlds = 2});
  ASSERT_EQ(table.rows.size(), 2U);
  EXPECT_EQ(table.number("uniform", "worlds"), 2);
  EXPECT_EQ(table.number("uniform", "mean points"), 0);
  EXPECT_EQ(table.number("uniform", "slowest recovery"), 1);
  EXPECT_EQ(table.number("idle", "> 1 behind"), 2);
  EXPECT_GT(table.number("idle", "median recovery"), 10);
  EXPECT_EQ(table.number("idle", "not recovered"), 2);
  EXPECT_EQ(table.number("uniform", "not recovered"), 0);
  ASSERT_EQ(table.details.size(), 3U);
  // The worst worlds: two of each policy, the worst first.
  const auto& worst = table.details[0].rows;
  ASSERT_EQ(worst.size(), 4U);
  EXPECT_LT(std::get<double>(worst[2][2]), std::get<double>(worst[3][2]));
  EXPECT_EQ(std::get<double>(worst[2][2]), table.number("idle", "worst points"));
  EXPECT_EQ(table.details[2].rows.size(), 4U);  // two redesigns for each policy
}

}  // namespace
}  // namespace freshet::simulate
