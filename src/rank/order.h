#pragma once

#include <cstdint>
#include <vector>

#include "rank/graph.h"

namespace freshet::rank {

// Pages in an order in which ranks can be computed one after the other: components (pages that all
// reach each other) lie together, and links from one component to another only lead onwards.
struct Order {
  std::vector<uint32_t> page_at;          // by place
  std::vector<uint32_t> place_of;         // by page
  std::vector<uint32_t> component_begin;  // places; one more than components
  std::vector<uint32_t> level_begin;      // components; one more than levels. No link leads from
                                          // a component to another of the same level
};

// Tarjan's strongly connected components (SIAM J. Comput. 1, 1972) in the form of Nuutila and
// Soisalon-Soininen (1994), without recursion: O(pages + links), one after the other. Pages that
// link nowhere are the last level.
Order order_by_components(const Graph& graph);

}  // namespace freshet::rank
