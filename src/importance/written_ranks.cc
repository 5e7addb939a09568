#include "importance/written_ranks.h"

#include <utility>

#include "importance/new_importance.h"

namespace freshet::importance {
namespace {

constexpr size_t kBatch = 4096;  // pages committed together

}  // namespace

Result<WrittenRanks> write_ranks(
    store::Store& store, const CollectionGraph& graph, std::span<const double> ranks,
    const std::function<void(const store::PageState&, double rank)>& each) {
  FRESHET_CHECK(ranks.size() == graph.page.size(), "not one rank for each page");
  store::Batch batch;
  Status committed = Done{};
  const auto commit = [&](store::Durability durability) {
    committed = store.commit(batch, durability);
    batch.clear();
    return committed.has_value();
  };
  const NewRanks new_ranks{.pages = ranks.size(), .of = [&](const store::PageKey& key) {
                             const auto number = graph.number_of(key);
                             return number ? std::optional(ranks[*number]) : std::nullopt;
                           }};
  auto written = each_new_importance(store, store::ShardSet::all(), new_ranks, each,
                                     [&](const store::PageState& page, float importance) {
                                       batch.visited.push_back({page, page.next_visit});
                                       batch.visited.back().page.importance = importance;
                                       return batch.visited.size() < kBatch ||
                                              commit(store::Durability::kProcess);
                                     });
  if (!written) return written;
  if (committed) commit(store::Durability::kPower);
  if (!committed) return Unexpected(committed.error());
  return written;
}

}  // namespace freshet::importance
