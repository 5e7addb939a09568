#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "rank/graph.h"
#include "result/result.h"
#include "store/store.h"

namespace freshet::importance {

// The links of a collection as the ranker wants them (docs/formats/rank.md gives the reasons):
// - Pages are those that are known, visited or not, but for those that are gone, sitemaps, and
//   those that stand for another.
// - A duplicate stands for its original, a redirect for where it leads: links to and from it are
//   links to and from that.
// - A link does not count if its author says nofollow, if it leads to the page itself, or to no
// page.
struct CollectionGraph {
  rank::Graph graph;
  std::vector<store::PageKey> page;  // by number in the graph, ascending

  std::optional<uint32_t> number_of(const store::PageKey& key) const;
};

Result<CollectionGraph> read_collection_graph(const store::Store& store);

}  // namespace freshet::importance
