#include "store/batch_rows.h"

#include <algorithm>

namespace freshet::store {

std::vector<PageWrite> page_writes(const Batch& batch) {
  std::vector<PageWrite> writes;
  writes.reserve(batch.admitted.size() + batch.pages.size() + batch.visited.size());
  for (const PageState& page : batch.admitted) writes.push_back({&page, Instant::never(), true});
  for (const PageState& page : batch.pages) writes.push_back({&page, std::nullopt, false});
  for (const Batch::Visited& visit : batch.visited) {
    writes.push_back({&visit.page, visit.was_due, false});
  }
  std::stable_sort(writes.begin(), writes.end(), [](const PageWrite& a, const PageWrite& b) {
    return a.page->key < b.page->key;
  });
  // For equal keys the last state is written, and was_due of the first one is right.
  size_t kept = 0;
  for (const PageWrite& write : writes) {
    const bool again = kept > 0 && writes[kept - 1].page->key == write.page->key;
    if (again)
      writes[kept - 1] = {write.page, writes[kept - 1].was_due, write.is_admission};
    else
      writes[kept++] = write;
  }
  writes.resize(kept);
  return writes;
}

std::vector<PageKey> admitted_keys(const Batch& batch) {
  std::vector<PageKey> admitted;
  admitted.reserve(batch.admitted.size());
  for (const PageState& page : batch.admitted) admitted.push_back(page.key);
  std::sort(admitted.begin(), admitted.end());
  return admitted;
}

std::vector<const UnadmittedUrl*> unadmitted_writes(const Batch& batch) {
  if (batch.unadmitted.empty()) return {};
  const std::vector<PageKey> admitted = admitted_keys(batch);
  std::vector<const UnadmittedUrl*> writes;
  for (const UnadmittedUrl& url : batch.unadmitted) {
    if (!std::binary_search(admitted.begin(), admitted.end(), url.key)) writes.push_back(&url);
  }
  std::stable_sort(writes.begin(), writes.end(), [](const auto* a, const auto* b) {
    return a->key != b->key ? a->key < b->key : preference(*a) < preference(*b);
  });
  const auto is_same = [](const auto* a, const auto* b) { return a->key == b->key; };
  writes.erase(std::unique(writes.begin(), writes.end(), is_same), writes.end());
  return writes;
}

}  // namespace freshet::store
