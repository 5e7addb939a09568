#include "rank/order.h"

#include <cmath>

#include "gtest/gtest.h"
#include "rank/random_graph.h"

namespace freshet::rank {
namespace {

// Checks the properties that an Order has by its definition.
void expect_order(const Graph& graph, const Order& order) {
  ASSERT_EQ(order.page_at.size(), graph.pages());
  for (uint32_t at = 0; at < graph.pages(); ++at) ASSERT_EQ(order.place_of[order.page_at[at]], at);
  ASSERT_EQ(order.component_begin.back(), graph.pages());
  std::vector<uint32_t> component(graph.pages());
  for (uint32_t c = 0; c + 1 < order.component_begin.size(); ++c) {
    ASSERT_LT(order.component_begin[c], order.component_begin[c + 1]);
    for (uint32_t at = order.component_begin[c]; at < order.component_begin[c + 1]; ++at) {
      component[order.page_at[at]] = c;
    }
  }
  ASSERT_EQ(order.level_begin.back() + 1, order.component_begin.size());
  std::vector<uint32_t> level(order.component_begin.size());
  for (uint32_t l = 0; l + 1 < order.level_begin.size(); ++l) {
    for (uint32_t c = order.level_begin[l]; c < order.level_begin[l + 1]; ++c) level[c] = l;
  }
  for (uint32_t page = 0; page < graph.pages(); ++page) {
    for (const uint32_t source : graph.sources_of(page)) {
      if (component[source] == component[page]) continue;
      EXPECT_LT(level[component[source]], level[component[page]]);
    }
  }
}

size_t components(const Order& order) {
  return order.component_begin.size() - 1;
}

TEST(Order, CycleIsOneComponentAndChainIsMany) {
  const Graph circle = graph_of(3, {{0, 1}, {1, 2}, {2, 0}});
  EXPECT_EQ(components(order_by_components(circle)), 1u);
  const Graph chain = graph_of(3, {{2, 1}, {1, 0}});
  const Order order = order_by_components(chain);
  expect_order(chain, order);
  EXPECT_EQ(order.page_at, (std::vector<uint32_t>{2, 1, 0}));
}

TEST(Order, TwoCyclesWithABridgeAreTwoComponentsInOrder) {
  const Graph graph = graph_of(5, {{0, 1}, {1, 0}, {1, 4}, {4, 2}, {2, 3}, {3, 2}, {4, 4}});
  const Order order = order_by_components(graph);
  expect_order(graph, order);
  EXPECT_EQ(components(order), 3u);
  EXPECT_EQ(order.level_begin.size(), 4u);
}

TEST(Order, IsRightForRandomGraphsOfEveryDensity) {
  for (uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    const uint32_t pages = 1 + static_cast<uint32_t>(seed * 7 % 90);
    const Graph graph =
        graph_of(pages, random_links(seed, pages, static_cast<uint32_t>(seed * seed / 8)));
    const Order order = order_by_components(graph);
    expect_order(graph, order);
    // The pages of a component must reach each other by links inside it.
    for (size_t c = 0; c < components(order); ++c) {
      const uint32_t begin = order.component_begin[c];
      const uint32_t end = order.component_begin[c + 1];
      std::vector<bool> reaches(pages);
      std::vector<uint32_t> next = {order.page_at[begin]};
      reaches[next[0]] = true;
      uint32_t found = 0;
      while (!next.empty()) {
        const uint32_t page = next.back();
        next.pop_back();
        ++found;
        for (const uint32_t source : graph.sources_of(page)) {
          if (order.place_of[source] < begin || order.place_of[source] >= end) continue;
          if (reaches[source]) continue;
          reaches[source] = true;
          next.push_back(source);
        }
      }
      EXPECT_EQ(found, end - begin);
    }
  }
}

// The graph is so large that the core is found first. It is a cycle, some pages of which are found
// only by the walk, with chains and cycles before, after and beside it.
TEST(Order, IsRightForALargeGraphWithACore) {
  constexpr uint32_t kCore = 300'000;
  constexpr uint32_t kPages = kCore + 1'000;
  Links links = random_links(3, kCore, kCore);
  for (uint32_t page = 0; page < kCore; ++page) {
    links.emplace_back(page, static_cast<uint32_t>((page + uint64_t{7} * 31'337) % kCore));
  }
  for (uint32_t page = kCore; page < kPages; page += 10) {
    links.insert(links.end(), {{page, page + 1}, {page + 1, page}, {page + 1, page % 777}});
    links.insert(links.end(), {{page % 555, page + 2}, {page + 2, page + 3}, {page + 3, page + 2}});
    links.insert(links.end(), {{page + 4, page + 5}, {page + 5, page + 4}, {page + 6, page + 4}});
  }
  const Graph graph = graph_of(kPages, links);
  const Order order = order_by_components(graph);
  expect_order(graph, order);
  // The ten pages beside the core are three cycles of two and four single pages.
  EXPECT_EQ(components(order), 1 + 1'000 / 10 * 7);
}

TEST(Order, VeryLongChainNeedsNoDeepStack) {
  GraphBuilder builder;
  constexpr uint32_t kPages = 1'000'000;
  for (uint32_t page = 0; page + 1 < kPages; ++page) builder.add(page, page + 1);
  const Graph graph = std::move(builder).build(kPages);
  EXPECT_EQ(order_by_components(graph).level_begin.size(), kPages + size_t{1});
}

}  // namespace
}  // namespace freshet::rank
