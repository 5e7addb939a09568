#include "threads/threads.h"

#include <atomic>
#include <random>

#include "gtest/gtest.h"
#include "rank/blockrank.h"
#include "rank/pagerank.h"

namespace freshet {
namespace {

TEST(Threads, EveryPieceIsDoneOnceBeforeItReturns) {
  for (const unsigned count : {1u, 2u, 3u, 8u}) {
    Threads threads(count);
    for (const size_t pieces : {size_t{0}, size_t{1}, size_t{2}, size_t{1000}}) {
      std::vector<std::atomic<int>> done(pieces);
      threads.each(pieces, [&](size_t i) { ++done[i]; });
      for (const auto& times : done) EXPECT_EQ(times, 1);
    }
  }
}

TEST(Threads, ManyShortCallsFollowEachOther) {
  Threads threads(3);
  std::atomic<size_t> sum = 0;
  for (int call = 0; call < 2000; ++call) threads.each(4, [&](size_t i) { sum += i; });
  EXPECT_EQ(sum, 2000u * 6);
}

// One large component, and many small ones before and after it.
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

TEST(Threads, RanksHaveTheSameBitsHoweverManyCompute) {
  const rank::Graph graph = large_graph();
  std::vector<uint32_t> blocks(graph.pages());
  for (uint32_t page = 0; page < graph.pages(); ++page) blocks[page] = page / 1000;
  rank::OneWorker alone;
  const auto expected = rank::pagerank(graph, {}, alone).rank;
  const auto expected_blockrank = rank::blockrank(graph, blocks, {}, alone);
  for (const unsigned count : {1u, 2u, 3u, 8u}) {
    Threads threads(count);
    EXPECT_EQ(rank::pagerank(graph, {}, threads).rank, expected) << count;
    EXPECT_EQ(rank::blockrank(graph, blocks, {}, threads), expected_blockrank) << count;
  }
}

}  // namespace
}  // namespace freshet
