#include "store/partition_store.h"

namespace freshet::store {

Result<std::vector<std::optional<Instant>>> PartitionStore::listed_dates(
    std::span<const PageKey> keys) const {
  std::vector<std::optional<Instant>> dates;
  dates.reserve(keys.size());
  for (const PageKey& key : keys) {
    const auto date = listed_date(key);
    if (!date) return Unexpected(date.error());
    dates.push_back(*date);
  }
  return dates;
}

}  // namespace freshet::store
