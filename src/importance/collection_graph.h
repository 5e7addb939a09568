#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "rank/graph.h"
#include "result/result.h"
#include "store/store.h"

namespace freshet::importance {

// The links of a collection as a graph for ranking (docs/formats/rank.md gives the reasons):
// - The pages of the graph are all pages of the store, visited or not, except pages that are gone,
//   sitemaps, duplicates and redirects.
// - A duplicate counts as its original, and a redirect as its target: links to and from it are
//   links to and from that page.
// - A link does not count if its author says nofollow, or if it leads to the page itself or to no
//   page of the graph.
struct CollectionGraph {
  rank::Graph graph;
  std::vector<store::PageKey> page;  // by number in the graph, ascending

  std::optional<uint32_t> number_of(const store::PageKey& key) const;
};

Result<CollectionGraph> read_collection_graph(const store::Store& store);

}  // namespace freshet::importance
