#include "rank/core.h"

#include <algorithm>

#include "gtest/gtest.h"
#include "rank/order.h"
#include "rank/random_graph.h"

namespace freshet::rank {
namespace {

std::vector<bool> all_that_reach(const Graph& graph, uint32_t page) {
  std::vector<bool> reaches(graph.pages());
  std::vector<uint32_t> next = {page};
  reaches[page] = true;
  while (!next.empty()) {
    const uint32_t at = next.back();
    next.pop_back();
    for (const uint32_t source : graph.sources_of(at)) {
      if (!reaches[source]) next.push_back(source);
      reaches[source] = true;
    }
  }
  return reaches;
}

TEST(Core, IsTheCycleOfAGraphWithPathsToAndFromIt) {
  const Graph graph = graph_of(6, {{0, 1}, {1, 2}, {2, 3}, {3, 1}, {2, 4}, {5, 5}});
  constexpr Side kBeyond = Side::kBeyond;
  constexpr Side kCore = Side::kCore;
  EXPECT_EQ(find_core(graph),
            (std::vector<Side>{Side::kBefore, kCore, kCore, kCore, kBeyond, kBeyond}));
}

TEST(Core, ExistsInEveryGraphThatHasPages) {
  EXPECT_TRUE(find_core(graph_of(0, {})).empty());
  EXPECT_EQ(find_core(graph_of(2, {})), (std::vector<Side>{Side::kCore, Side::kBeyond}));
}

TEST(Core, LiesInOneComponentAndPagesBeforeItReachIt) {
  for (uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    const auto pages = static_cast<uint32_t>(1 + seed * 13 % 200);
    const Graph graph =
        graph_of(pages, random_links(seed, pages, static_cast<uint32_t>(pages * (seed % 5))));
    const std::vector<Side> side = find_core(graph);
    const auto core =
        static_cast<uint32_t>(std::find(side.begin(), side.end(), Side::kCore) - side.begin());
    ASSERT_LT(core, pages);
    const std::vector<bool> reaches = all_that_reach(graph, core);
    for (uint32_t page = 0; page < pages; ++page) {
      EXPECT_EQ(reaches[page], side[page] != Side::kBeyond);
      if (side[page] != Side::kCore) continue;
      EXPECT_TRUE(all_that_reach(graph, page)[core]);
    }
  }
}

// The cycle is longer than what the sweeps find, in both directions.
TEST(Core, PartOfALongCycleIsFoundAndAllPagesThatReachIt) {
  constexpr uint32_t kPages = 1000;
  Links links;
  for (uint32_t page = 0; page < kPages; ++page) {
    const auto at = [](uint32_t i) { return i * 387 % kPages; };
    links.emplace_back(at(page), at((page + 1) % kPages));
  }
  const std::vector<Side> side = find_core(graph_of(kPages, links));
  EXPECT_EQ(std::count(side.begin(), side.end(), Side::kBeyond), 0);
  EXPECT_GT(std::count(side.begin(), side.end(), Side::kBefore), 0);
}

}  // namespace
}  // namespace freshet::rank
