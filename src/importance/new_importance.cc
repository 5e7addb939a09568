#include "importance/new_importance.h"

namespace freshet::importance {

Result<WrittenRanks> each_new_importance(
    const store::Store& store, const store::ShardSet& shards, const NewRanks& ranks,
    const std::function<void(const store::PageState&, double rank)>& ranked,
    const std::function<bool(const store::PageState&, float importance)>& change) {
  WrittenRanks written;
  const Status read = store.each_page(shards, [&](const store::PageState& page) {
    const std::optional<double> rank = ranks.of(page.key);
    float importance = 0;
    if (rank) {
      ++written.pages;
      importance = static_cast<float>(*rank * static_cast<double>(ranks.pages));
      if (ranked) ranked(page, *rank);
    }
    if (importance == page.importance) return true;
    ++written.changed;
    return change(page, importance);
  });
  if (!read) return Unexpected(read.error());
  return written;
}

}  // namespace freshet::importance
