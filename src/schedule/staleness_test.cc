#include "schedule/staleness.h"

#include <gtest/gtest.h>

#include <random>

namespace freshet::schedule {
namespace {

constexpr uint64_t kSeed = 20200205;

// Every server answers in the same time in all periods.
StalenessProblem problem_of(std::vector<StalePage> pages, const std::vector<double>& response,
                            uint32_t periods, uint32_t threads = 1) {
  return {.pages = std::move(pages),
          .response = std::vector<std::vector<double>>(periods, response),
          .threads = threads};
}

std::vector<uint32_t> first_choice(const StalenessProblem& problem) {
  std::vector<double> now;
  for (const StalePage& page : problem.pages) now.push_back(page.staleness);
  return choose_by_staleness(problem, now, 0);
}

// Sizes, staleness and response times in small whole numbers, so that sums are exact.
StalenessProblem random_problem(std::mt19937_64& random) {
  const auto below = [&](uint64_t n) { return random() % n; };
  StalenessProblem problem;
  const uint64_t servers = 1 + below(3);
  const uint64_t pages = 1 + below(4);
  for (uint64_t j = 0; j < pages; ++j)
    problem.pages.push_back({.server = static_cast<uint32_t>(below(servers)),
                             .size = static_cast<double>(below(5)),
                             .staleness = static_cast<double>(below(5))});
  problem.response.resize(1 + below(5));
  for (auto& row : problem.response)
    for (uint64_t i = 0; i < servers; ++i) row.push_back(static_cast<double>(below(4)));
  problem.threads = static_cast<uint32_t>(1 + below(pages));
  return problem;
}

TEST(Staleness, OfEqualSizesOnOneServerTheStalestPageIsFetched) {
  const auto problem = problem_of({{0, 5, 2}, {0, 5, 9}, {0, 5, 4}}, {0.5}, 3);
  EXPECT_EQ(first_choice(problem), std::vector<uint32_t>{1});
}

TEST(Staleness, OfEqualStalenessTheOneWithTheShortestFetchIsFetched) {
  // Fetch times 6, 5 and 8.
  const auto problem = problem_of({{0, 3, 4}, {1, 5, 4}, {0, 4, 4}}, {2, 1}, 3);
  EXPECT_EQ(first_choice(problem), std::vector<uint32_t>{1});
}

TEST(Staleness, OfEqualStalenessAndSizeAPageOfTheFastestServerIsFetched) {
  const auto problem = problem_of({{0, 3, 4}, {1, 3, 4}, {2, 3, 4}}, {2, 3, 1}, 3);
  EXPECT_EQ(first_choice(problem), std::vector<uint32_t>{2});
}

TEST(Staleness, OfEqualSizesStalenessIsWeighedAgainstTheServersTime) {
  // 2 * 4 - 5 * 2 = -2, 2 * 3 - 5 * 1 = 1, 2 * 1 - 5 * 0.1 = 1.5.
  const auto problem = problem_of({{0, 5, 4}, {1, 5, 3}, {2, 5, 1}}, {2, 1, 0.1}, 2);
  EXPECT_EQ(first_choice(problem), std::vector<uint32_t>{2});
  // With all servers equal it is the largest staleness that decides; the paper's text says
  // smallest.
  const auto equal = problem_of({{0, 5, 4}, {1, 5, 3}, {2, 5, 1}}, {1, 1, 1}, 2);
  EXPECT_EQ(first_choice(equal), std::vector<uint32_t>{0});
}

TEST(Staleness, TheLargestIndexesAreFetchedBestFirst) {
  const auto problem = problem_of({{0, 1, 1}, {0, 1, 5}, {0, 1, 3}, {0, 1, 4}}, {1}, 2, 3);
  EXPECT_EQ(first_choice(problem), (std::vector<uint32_t>{1, 3, 2}));
}

// Sum of s(t) = sum of s(0) + t (pages - threads) - what the fetched pages had, for any plan.
TEST(Staleness, SumFollowsFromWhatWasFetched) {
  std::mt19937_64 random(kSeed);
  for (int round = 0; round < 300; ++round) {
    const StalenessProblem problem = random_problem(random);
    double at_start = 0;
    std::vector<double> now;
    for (const StalePage& page : problem.pages) {
      now.push_back(page.staleness);
      at_start += page.staleness;
    }
    double fetched = 0;
    const size_t n = now.size();
    for (uint32_t t = 0; t <= problem.periods(); ++t) {
      double sum = 0;
      for (const double s : now) sum += s;
      ASSERT_EQ(sum, at_start + t * static_cast<double>(n - problem.threads) - fetched)
          << "seed " << kSeed << ", round " << round << ", period " << t;
      std::vector<bool> chosen(n);
      for (uint32_t k = 0; k < problem.threads;) {
        const size_t j = random() % n;
        if (chosen[j]) continue;
        chosen[j] = true;
        fetched += now[j];
        ++k;
      }
      for (size_t j = 0; j < n; ++j) now[j] = next_staleness(now[j], chosen[j]);
    }
  }
}

TEST(Staleness, GreedyIsNeverBetterThanTheOptimum) {
  std::mt19937_64 random(kSeed);
  int worse = 0;
  for (int round = 0; round < 300; ++round) {
    const StalenessProblem problem = random_problem(random);
    const double greedy = cost_of(problem, greedy_staleness_plan(problem)).total();
    const double best = cost_of(problem, optimal_staleness_plan(problem)).total();
    ASSERT_GE(greedy, best) << "seed " << kSeed << ", round " << round;
    if (greedy > best) ++worse;
  }
  EXPECT_GT(worse, 0) << "periods are not independent, so the rule must lose somewhere";
}

TEST(Staleness, GreedyLosesWhereAPageFetchedNowWouldHaveBeenWorthMoreLater) {
  const auto problem = problem_of({{0, 0, 1}, {0, 3, 2}}, {1}, 2);
  EXPECT_EQ(cost_of(problem, greedy_staleness_plan(problem)).total(), 10);
  const StalenessPlan best = optimal_staleness_plan(problem);
  EXPECT_EQ(best, (StalenessPlan{{1}, {0}}));
  EXPECT_EQ(cost_of(problem, best).total(), 9);
  EXPECT_EQ(cost_of(problem, best).staleness, 6);
  EXPECT_EQ(cost_of(problem, best).fetch_time, 3);
}

TEST(Staleness, APlanOfNoPeriodsCostsWhatThereIs) {
  const auto problem = problem_of({{0, 1, 2}, {0, 1, 3}}, {1}, 0);
  EXPECT_EQ(cost_of(problem, optimal_staleness_plan(problem)).total(), 5);
}

}  // namespace
}  // namespace freshet::schedule
