#include "importance/written_ranks.h"

#include <utility>

namespace freshet::importance {
namespace {

constexpr size_t kBatch = 4096;  // pages committed together

}  // namespace

Result<WrittenRanks> write_ranks(
    store::Store& store, const CollectionGraph& graph, std::span<const double> ranks,
    const std::function<void(const store::PageState&, double rank)>& each) {
  FRESHET_CHECK(ranks.size() == graph.page.size(), "not one rank for each page");
  WrittenRanks written;
  store::Batch batch;
  Status committed = Done{};
  const auto commit = [&](store::Durability durability) {
    committed = store.commit(batch, durability);
    batch.clear();
    return committed.has_value();
  };
  const Status read = store.each_page([&](const store::PageState& page) {
    const auto number = graph.number_of(page.key);
    float importance = 0;
    if (number) {
      ++written.pages;
      importance = static_cast<float>(ranks[*number] * static_cast<double>(ranks.size()));
      if (each) each(page, ranks[*number]);
    }
    if (importance == page.importance) return true;
    ++written.changed;
    batch.visited.push_back({page, page.next_visit});
    batch.visited.back().page.importance = importance;
    return batch.visited.size() < kBatch || commit(store::Durability::kProcess);
  });
  if (!read) return Unexpected(read.error());
  if (committed) commit(store::Durability::kPower);
  if (!committed) return Unexpected(committed.error());
  return written;
}

}  // namespace freshet::importance
