#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "importance/written_ranks.h"
#include "result/result.h"
#include "store/store.h"

namespace freshet::importance {

// The ranks that pages are to have, which sum to 1 over all pages of the graph.
struct NewRanks {
  uint64_t pages = 0;  // of the graph
  // nullopt: the page has no rank.
  std::function<std::optional<double>(const store::PageKey&)> of;
};

// Compares the ranks with the importance that the pages of these shards have: see write_ranks().
// Calls `ranked` for every page with a rank, and `change` for every page whose importance must
// change, with the new one, until it returns false.
Result<WrittenRanks> each_new_importance(
    const store::Store& store, const store::ShardSet& shards, const NewRanks& ranks,
    const std::function<void(const store::PageState&, double rank)>& ranked,
    const std::function<bool(const store::PageState&, float importance)>& change);

}  // namespace freshet::importance
