#include "rank/blockrank.h"

#include <cmath>
#include <numeric>

#include "gtest/gtest.h"
#include "rank/compare.h"
#include "rank/random_graph.h"

namespace freshet::rank {
namespace {

constexpr uint32_t kPages = 240;

// A graph whose links mostly stay in a block of 40 pages.
Links blocky(uint64_t seed) {
  Links links = random_links(seed, kPages, 1500);
  for (size_t i = 0; i < links.size(); ++i) {
    if (i % 10 != 0) links[i].second = links[i].first / 40 * 40 + links[i].second % 40;
  }
  return links;
}

std::vector<uint32_t> blocks_of(uint32_t size) {
  std::vector<uint32_t> blocks(kPages);
  for (uint32_t page = 0; page < kPages; ++page) blocks[page] = page / size;
  return blocks;
}

TEST(BlockRank, WithOneBlockIsPageRank) {
  for (uint64_t seed = 0; seed < 10; ++seed) {
    const Graph graph = graph_of(kPages, blocky(seed));
    const auto approximation = blockrank(graph, blocks_of(kPages), {});
    EXPECT_LT(l1_distance(approximation, pagerank(graph, {}).rank), 1e-12);
  }
}

TEST(BlockRank, WithABlockForEachPageIsPageRank) {
  const Graph graph = graph_of(kPages, blocky(3));
  const auto approximation = blockrank(graph, blocks_of(1), {});
  EXPECT_LT(l1_distance(approximation, pagerank(graph, {.residual = 1e-13}).rank), 1e-11);
}

TEST(BlockRank, IsNearPageRankWhereLinksMostlyStayInBlocks) {
  const Graph graph = graph_of(kPages, blocky(4));
  const auto exact = pagerank(graph, {}).rank;
  const auto near = blockrank(graph, blocks_of(40), {});
  EXPECT_NEAR(std::accumulate(near.begin(), near.end(), 0.0), 1, 1e-12);
  EXPECT_LT(l1_distance(near, exact), 0.3);
  EXPECT_GT(spearman(near, exact), 0.9);
  EXPECT_LT(l1_distance(near, exact),
            l1_distance(std::vector<double>(kPages, 1.0 / kPages), exact));
}

TEST(BlockRank, LocalRanksUseOnlyLinksInsideTheBlock) {
  const Graph graph = graph_of(4, {{0, 1}, {1, 0}, {2, 3}, {0, 3}, {3, 1}});
  const auto local = local_ranks(graph, std::vector<uint32_t>{0, 0, 1, 1}, {});
  EXPECT_NEAR(local[0], 0.5, 1e-10);
  EXPECT_NEAR(local[1], 0.5, 1e-10);
  EXPECT_NEAR(local[2], 1 / 2.85, 1e-10);
  EXPECT_NEAR(local[3], 1.85 / 2.85, 1e-10);

  const BlockGraph blocks = block_graph(graph, std::vector<uint32_t>{0, 0, 1, 1}, local);
  EXPECT_EQ(blocks.pages, (std::vector<double>{2, 2}));
  ASSERT_EQ(blocks.sources_of[0].size(), 2u);
  EXPECT_EQ(blocks.sources_of[0][0].source, 0u);
  EXPECT_NEAR(blocks.sources_of[0][0].weight, 0.5 / 2 + 0.5, 1e-10);
  EXPECT_NEAR(blocks.sources_of[0][1].weight, local[3], 1e-10);
  EXPECT_NEAR(blocks.sources_of[1][0].weight, 0.5 / 2, 1e-10);
}

}  // namespace
}  // namespace freshet::rank
