#include "simulate/experiments/redesign.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <tuple>

#include "schedule/policies.h"
#include "simulate/experiments/idle_policy.h"

namespace freshet::simulate {
namespace {

TEST(Redesign, ChangesAllQuietPagesAtOnceAndNothingElseChangesThem) {
  for (uint64_t seed = 1; seed <= 12; ++seed) {
    const RedesignWorld made = make_redesign(seed);
    size_t hit = 0;
    Instant last = made.world.start;
    for (const Event& event : made.world.events) {
      ASSERT_GE(event.at, last);
      last = event.at;
      if (event.kind != Event::Kind::kModified || event.page >= made.quiet.size()) continue;
      ASSERT_EQ(event.at, made.redesign) << made.name;
      ++hit;
    }
    EXPECT_EQ(hit, made.quiet.size()) << made.name;
  }
}

TEST(Redesign, TwentySeedsHaveEveryCombination) {
  std::set<std::tuple<int, bool, bool>> combinations;
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    const RedesignWorld made = make_redesign(seed);
    const size_t quiet = made.quiet.size();
    ASSERT_TRUE(made.visits_per_page_day >= 0.01 && made.visits_per_page_day < 1) << made.name;
    ASSERT_TRUE(quiet >= 100 && quiet <= 5'000) << made.name;
    const bool has_busy = made.world.pages.size() > quiet;
    combinations.emplace(static_cast<int>(2.5 * std::log10(made.visits_per_page_day / 0.01)),
                         quiet > 707, has_busy);
  }
  EXPECT_EQ(combinations.size(), 20U);
}

// Every page is visited once a round, so nine tenths of the pages take nine tenths of a round.
TEST(Redesign, UniformRecoversWithinARound) {
  for (uint64_t seed = 1; seed <= 4; ++seed) {
    const RedesignWorld made = make_redesign(seed);
    const auto time = recovery_time(made, *schedule::make_uniform());
    ASSERT_TRUE(time) << made.name;
    EXPECT_NEAR(time->in_days() * made.visits_per_page_day, 0.9, 0.03) << made.name;
  }
}

TEST(Redesign, RatiosAreRelativeToUniform) {
  const auto results =
      compare_recovery({.policies = {schedule::find_policy("uniform")}, .worlds = 3, .threads = 2});
  ASSERT_EQ(results.size(), 3U);
  for (const RecoveryResult& result : results) {
    EXPECT_EQ(result.ratios, std::vector<double>{1}) << result.name;
    EXPECT_TRUE(result.recovered.front()) << result.name;
    EXPECT_GT(result.uniform_days, 0) << result.name;
  }
}

// Small sites with and without busy pages. On the 20 sites of the command, the ratio is at
// most 1.0.
TEST(Redesign, OptimalRecoversAboutAsFastAsUniform) {
  for (const uint64_t seed : {2U, 6U, 10U, 11U}) {
    const auto results = compare_recovery(
        {.policies = {schedule::find_policy("optimal")}, .first_seed = seed, .worlds = 1});
    EXPECT_TRUE(results.front().recovered.front()) << results.front().name;
    EXPECT_LT(results.front().ratios.front(), 1.2) << results.front().name;
  }
}

// A policy that never visits quiet pages again.
TEST(Redesign, APolicyWithoutRevisitsNeverRecovers) {
  const auto results = compare_recovery({.policies = {&kIdlePolicy}, .worlds = 1});
  EXPECT_FALSE(results.front().recovered.front());
  // Ten rounds divided by nine tenths of a round.
  EXPECT_NEAR(results.front().ratios.front(), 11.1, 0.4);
}

}  // namespace
}  // namespace freshet::simulate
