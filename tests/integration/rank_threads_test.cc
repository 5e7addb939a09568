#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "rank/blockrank.h"
#include "rank/pagerank.h"
#include "threads/thread_pool.h"

namespace freshet {
namespace {

// Returns a graph with one large component and many small ones before and after it.
rank::Graph large_graph() {
  constexpr uint32_t kLarge = 150'000;
  constexpr uint32_t kPages = 250'000;
  std::mt19937 random(7);
  rank::GraphBuilder builder;
  for (uint32_t page = 0; page < kLarge; ++page) builder.add(page, (page + 1) % kLarge);
  for (int i = 0; i < 400'000; ++i) {
    const uint32_t source = random() % kPages;
    uint32_t target = random() % kPages;
    if (source >= kLarge && target < source) target = source - source % 2;
    builder.add(source, target);
  }
  return std::move(builder).build(kPages);
}

TEST(RankByThreads, RanksHaveTheSameBitsForAnyNumberOfThreads) {
  const rank::Graph graph = large_graph();
  std::vector<uint32_t> blocks(graph.pages());
  for (uint32_t page = 0; page < graph.pages(); ++page) blocks[page] = page / 1000;
  const auto expected = rank::pagerank(graph, {}).rank;
  const auto expected_blockrank = rank::blockrank(graph, blocks, {});
  for (const unsigned count : {1u, 2u, 3u, 8u}) {
    ThreadPool pool(count);
    const rank::Workers workers = [&](size_t pieces, const auto& piece) {
      pool.parallel_for(pieces, piece);
    };
    EXPECT_EQ(rank::pagerank(graph, {}, workers).rank, expected) << count;
    EXPECT_EQ(rank::blockrank(graph, blocks, {}, workers), expected_blockrank) << count;
  }
}

}  // namespace
}  // namespace freshet
