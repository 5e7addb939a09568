#pragma once

#include <cstdint>
#include <vector>

#include "rank/graph.h"

namespace freshet::rank {

// An order of pages in which ranks can be computed one after the other. The pages of a component
// (pages that all reach each other) are neighbours, and links between components only lead to later
// ones.
struct Order {
  std::vector<uint32_t> page_at;   // by place
  std::vector<uint32_t> place_of;  // by page
  // The first place of each component; one more element than components.
  std::vector<uint32_t> component_begin;
  // The first component of each level; one more element than levels. No link leads from a component
  // to another one of the same level.
  std::vector<uint32_t> level_begin;
};

// Finds the strongly connected components by Tarjan's algorithm (SIAM J. Comput. 1, 1972) in the
// form of Nuutila and Soisalon-Soininen (1994), without recursion. It takes O(pages + links) on one
// thread. Pages without links are the last level.
Order order_by_components(const Graph& graph);

}  // namespace freshet::rank
