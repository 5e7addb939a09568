#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "importance/collection_graph.h"

namespace freshet::importance {

struct WrittenRanks {
  uint64_t pages = 0;    // with a rank
  uint64_t changed = 0;  // whose importance is not what it was
};

// Writes ranks, which sum to 1, into the collection as the pages' importance. That is the rank
// times the number of pages: 1 on average, so that pages found later, which have none yet and count
// by their depth, stand beside them. Pages without a rank lose what they had. `each` is called with
// every page that has one. Interrupted, some pages have the new one and the rest the old; to do it
// again is right.
Result<WrittenRanks> write_ranks(
    store::Store& store, const CollectionGraph& graph, std::span<const double> ranks,
    const std::function<void(const store::PageState&, double rank)>& each);

}  // namespace freshet::importance
