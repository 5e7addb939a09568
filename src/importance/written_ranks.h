#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "importance/collection_graph.h"

namespace freshet::importance {

struct WrittenRanks {
  uint64_t pages = 0;    // pages with a rank
  uint64_t changed = 0;  // pages whose importance has changed
};

// Writes ranks, which sum to 1, into the collection as the importance of pages. The importance is
// the rank times the number of pages. So it is 1 on average and can be compared with the weights of
// pages that are found later, which have no rank and are weighted by their depth. Pages without a
// rank get no importance. `each` is called for every page with a rank. If the function is
// interrupted, some pages have new values and the others old ones; it can be repeated.
Result<WrittenRanks> write_ranks(
    store::Store& store, const CollectionGraph& graph, std::span<const double> ranks,
    const std::function<void(const store::PageState&, double rank)>& each);

}  // namespace freshet::importance
