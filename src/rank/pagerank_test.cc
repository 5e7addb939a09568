#include "rank/pagerank.h"

#include <cmath>
#include <functional>
#include <numeric>

#include "gtest/gtest.h"
#include "rank/compare.h"
#include "rank/component_solver.h"
#include "rank/power.h"
#include "rank/random_graph.h"

namespace freshet::rank {
namespace {

Ranks ranks_of(const Graph& graph, const PageRankOptions& options = {}) {
  return pagerank(graph, options);
}

double sum_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

// Does the pieces in reverse order.
struct Backwards {
  void operator()(size_t pieces, const std::function<void(size_t)>& piece) {
    while (pieces > 0) piece(--pieces);
    ++calls;
  }
  int calls = 0;
};

TEST(PageRank, OfGraphsWithNoPageAndWithOnePage) {
  EXPECT_TRUE(ranks_of(graph_of(0, {})).rank.empty());
  EXPECT_EQ(ranks_of(graph_of(1, {})).rank, std::vector<double>{1});
  EXPECT_EQ(ranks_of(graph_of(1, {{0, 0}})).rank, std::vector<double>{1});
}

TEST(PageRank, PagesWithoutLinksHaveEqualRanks) {
  for (const double rank : ranks_of(graph_of(8, {})).rank) EXPECT_DOUBLE_EQ(rank, 0.125);
}

TEST(PageRank, PagesOfACycleHaveEqualRanks) {
  for (const double rank : ranks_of(graph_of(4, {{0, 1}, {1, 2}, {2, 3}, {3, 0}})).rank) {
    EXPECT_NEAR(rank, 0.25, 1e-12);
  }
}

TEST(PageRank, OfTwoPagesIsAsComputedByHand) {
  // y0 = 1, y1 = 1 + 0.85.
  const Ranks ranks = ranks_of(graph_of(2, {{0, 1}}));
  EXPECT_DOUBLE_EQ(ranks.rank[0], 1 / 2.85);
  EXPECT_DOUBLE_EQ(ranks.rank[1], 1.85 / 2.85);
  EXPECT_EQ(ranks.residual, 0);
}

TEST(PageRank, SelfLinkKeepsWeightOnThePage) {
  const Graph graph = graph_of(2, {{0, 0}, {0, 1}});
  // y0 = 1 + 0.85 / 2 y0.
  const double y0 = 1 / (1 - 0.425);
  const Ranks ranks = ranks_of(graph);
  EXPECT_DOUBLE_EQ(ranks.rank[0] / ranks.rank[1], y0 / (1 + 0.425 * y0));
}

TEST(PageRank, AlphaOfZeroFollowsNoLink) {
  for (const double rank : ranks_of(graph_of(3, random_links(1, 3, 5)), {.alpha = 0}).rank) {
    EXPECT_DOUBLE_EQ(rank, 1.0 / 3);
  }
}

TEST(PageRank, AgreesWithTheDefinitionOnRandomGraphs) {
  for (uint64_t seed = 0; seed < 80; ++seed) {
    SCOPED_TRACE(seed);
    const auto pages = static_cast<uint32_t>(1 + seed * seed % 400);
    const auto links = static_cast<uint32_t>(pages * (seed % 7));
    const Graph graph = graph_of(pages, random_links(seed, pages, links));
    for (const double alpha : {0.5, 0.85, 0.97}) {
      const Ranks ranks = ranks_of(graph, {.alpha = alpha, .residual = 1e-13});
      EXPECT_TRUE(ranks.converged);
      EXPECT_NEAR(sum_of(ranks.rank), 1, 1e-12);
      // The error of the definition itself after 400 rounds is 0.97 ^ 400.
      EXPECT_LT(l1_distance(ranks.rank, defined_ranks(graph, alpha)), alpha > 0.9 ? 2e-5 : 1e-11);
    }
  }
}

TEST(PageRank, JumpsAndDanglingPagesMayHaveWeights) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE(seed);
    constexpr uint32_t kPages = 40;
    const Graph graph = graph_of(kPages, random_links(seed, kPages, 70));
    std::vector<double> jump(kPages);
    std::vector<double> dangling(kPages);
    for (uint32_t i = 0; i < kPages; ++i) {
      jump[i] = static_cast<double>((i * (seed + 3)) % 7 + i % 2);
      dangling[i] = static_cast<double>((i * (seed + 5)) % 3 + i % 5 / 4);
    }
    const Ranks ranks =
        ranks_of(graph, {.residual = 1e-13, .teleport = jump, .dangling = dangling});
    const double jumps = sum_of(jump);
    const double leaves = sum_of(dangling);
    for (double& weight : jump) weight /= jumps;
    for (double& weight : dangling) weight /= leaves;
    EXPECT_NEAR(sum_of(ranks.rank), 1, 1e-12);
    EXPECT_LT(l1_distance(ranks.rank, defined_ranks(graph, 0.85, jump, dangling)), 1e-11);
  }
}

TEST(PageRank, DoesNotDependOnTheNumbersOfPages) {
  constexpr uint32_t kPages = 300;
  const Links links = random_links(9, kPages, 1500);
  const Ranks ranks = ranks_of(graph_of(kPages, links), {.residual = 1e-13});
  Links turned;
  const auto other = [](uint32_t page) { return (page * 7 + 11) % kPages; };
  for (const auto& [source, target] : links) turned.emplace_back(other(source), other(target));
  const Ranks same = ranks_of(graph_of(kPages, turned), {.residual = 1e-13});
  for (uint32_t page = 0; page < kPages; ++page) {
    EXPECT_NEAR(same.rank[other(page)], ranks.rank[page], 1e-13);
  }
}

TEST(PageRank, PartsWithoutLinksBetweenThemDoNotDisturbEachOther) {
  Links links = random_links(4, 50, 200);
  for (const auto& [source, target] : Links(links)) links.emplace_back(source + 50, target + 50);
  const Ranks both = ranks_of(graph_of(100, links));
  for (uint32_t page = 0; page < 50; ++page) {
    EXPECT_DOUBLE_EQ(both.rank[page], both.rank[page + 50]);
  }
}

TEST(PageRank, StartNearTheResultSavesRounds) {
  constexpr uint32_t kPages = 2000;
  const Graph graph = graph_of(kPages, random_links(5, kPages, 20'000));
  const Ranks cold = ranks_of(graph);
  const Ranks warm = ranks_of(graph, {.start = cold.rank});
  EXPECT_LT(warm.rounds, cold.rounds / 2);
  EXPECT_LT(l1_distance(cold.rank, warm.rank), 1e-9);
}

TEST(PageRank, ReportsThatItDidNotConvergeWithinTheLimitOfRounds) {
  const Graph graph = graph_of(200, random_links(5, 200, 2000));
  const Ranks ranks = ranks_of(graph, {.residual = 0, .most_rounds = 3});
  EXPECT_FALSE(ranks.converged);
  EXPECT_GT(ranks.residual, 0);
  EXPECT_NEAR(sum_of(ranks.rank), 1, 1e-12);
}

TEST(PageRank, OrderOfWorkOnALargeComponentDoesNotChangeTheResult) {
  constexpr uint32_t kPages = 3 * ComponentSolver::kBlock;
  Links links = random_links(8, kPages, kPages * 2);
  for (uint32_t page = 0; page < kPages; ++page) links.emplace_back(page, (page + 1) % kPages);
  const Graph graph = graph_of(kPages, links);
  Backwards backwards;
  std::vector<double> residuals;
  PageRankOptions options;
  options.watch = [&](const PageRankOptions::Progress& p) { residuals.push_back(p.residual); };
  const Ranks one = pagerank(graph, options, std::ref(backwards));
  EXPECT_GT(backwards.calls, 10);
  EXPECT_GT(residuals.size(), 5u);
  EXPECT_EQ(ranks_of(graph).rank, one.rank);
  EXPECT_LT(l1_distance(one.rank, power_rounds(graph, 0.85, 150)), 1e-9);
}

TEST(PageRank, OrderOfWorkOnManyComponentsDoesNotChangeTheResult) {
  constexpr uint32_t kPages = 100'000;
  Links links;
  for (uint32_t page = 0; page < kPages; page += 4) {
    links.insert(links.end(), {{page, page + 1},
                               {page + 1, page},
                               {page + 1, page + 2},
                               {page + 2, page + 3},
                               {page + 3, page + 2}});
  }
  const Graph graph = graph_of(kPages, links);
  Backwards backwards;
  const Ranks one = pagerank(graph, {}, std::ref(backwards));
  EXPECT_GT(backwards.calls, 0);
  EXPECT_EQ(ranks_of(graph).rank, one.rank);
}

TEST(PowerRounds, GiveTheVectorAfterEachRound) {
  const Graph graph = graph_of(2, {{0, 1}});
  EXPECT_EQ(power_rounds(graph, 0.85, 0), (std::vector<double>{0.5, 0.5}));
  // The page without links has half of the weight, which is distributed over all pages.
  const auto once = power_rounds(graph, 0.85, 1);
  EXPECT_NEAR(once[0], (0.15 + 0.85 * 0.5) / 2, 1e-15);
  EXPECT_NEAR(once[1], (0.15 + 0.85 * 0.5) / 2 + 0.85 * 0.5, 1e-15);
}

TEST(PowerRounds, StartNearTheResultNeedsFewerRounds) {
  const Graph graph = graph_of(2000, random_links(7, 2000, 20000));
  const auto rounds_from = [&](const std::vector<double>& start) {
    return power_rounds_to(graph, 0.85, 1e-9, start);
  };
  const uint32_t all = rounds_from(std::vector<double>(graph.pages(), 1.0 / graph.pages()));
  EXPECT_GT(all, 10u);
  EXPECT_EQ(rounds_from(power_rounds(graph, 0.85, all - 3)), 3u);
  EXPECT_EQ(rounds_from(pagerank(graph, {.residual = 1e-14}).rank), 1u);
}

}  // namespace
}  // namespace freshet::rank
