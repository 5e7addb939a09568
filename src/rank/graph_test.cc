#include "rank/graph.h"

#include <cmath>

#include "gtest/gtest.h"
#include "rank/random_graph.h"

namespace freshet::rank {
namespace {

std::vector<uint32_t> sources(const Graph& graph, uint32_t page) {
  const auto all = graph.sources_of(page);
  return {all.begin(), all.end()};
}

TEST(Graph, DuplicatesCountOnceAndSelfLinksStay) {
  const Graph graph = graph_of(4, {{2, 1}, {0, 1}, {2, 1}, {1, 1}, {0, 3}, {0, 1}});
  EXPECT_EQ(graph.pages(), 4u);
  EXPECT_EQ(graph.links(), 4u);
  EXPECT_EQ(sources(graph, 0), std::vector<uint32_t>());
  EXPECT_EQ(sources(graph, 1), (std::vector<uint32_t>{0, 1, 2}));
  EXPECT_EQ(sources(graph, 3), std::vector<uint32_t>{0});
  EXPECT_EQ(graph.out_degree(0), 2u);
  EXPECT_EQ(graph.out_degree(1), 1u);
  EXPECT_EQ(graph.out_degree(2), 1u);
  EXPECT_EQ(graph.out_degree(3), 0u);
}

TEST(Graph, MayBeEmpty) {
  EXPECT_EQ(GraphBuilder().build(0).pages(), 0u);
  EXPECT_EQ(GraphBuilder().build(3).links(), 0u);
}

TEST(Graph, ReversedTwiceIsTheSame) {
  const Graph graph = graph_of(200, random_links(1, 200, 2000));
  const Graph back = reversed(reversed(graph));
  ASSERT_EQ(back.links(), graph.links());
  for (uint32_t page = 0; page < 200; ++page) {
    EXPECT_EQ(sources(back, page), sources(graph, page));
    EXPECT_EQ(back.out_degree(page), graph.out_degree(page));
  }
}

TEST(Graph, MoreLinksThanAChunkHolds) {
  constexpr uint32_t kPages = 1000;
  GraphBuilder builder;
  for (uint32_t i = 0; i < 700'000; ++i) builder.add(i % kPages, i / kPages);
  EXPECT_EQ(builder.links(), 700'000u);
  const Graph graph = std::move(builder).build(kPages);
  EXPECT_EQ(graph.links(), 700'000u);
  EXPECT_EQ(graph.sources_of(699).size(), kPages);
  EXPECT_EQ(graph.out_degree(17), 700u);
  EXPECT_EQ(graph.bytes(), 700'000u * 4 + kPages * 12 + 8);
}

TEST(Graph, GapsBetweenNumbersAreClosedInTheirOrder) {
  for (const uint32_t far : {1'000u, 4'000'000'000u}) {
    GraphBuilder builder;
    builder.add(far, 5);
    builder.add(5, 17);
    EXPECT_EQ(builder.close_gaps(), (std::vector<uint32_t>{5, 17, far}));
    const Graph graph = std::move(builder).build(3);
    EXPECT_EQ(sources(graph, 0), std::vector<uint32_t>{2});
    EXPECT_EQ(sources(graph, 1), std::vector<uint32_t>{0});
  }
}

}  // namespace
}  // namespace freshet::rank
