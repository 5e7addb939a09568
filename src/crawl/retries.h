#pragma once

#include <cstdint>
#include <unordered_map>
#include <unordered_set>

#include "store/types.h"

namespace freshet::crawl {

// Pages that wait in memory for another attempt at their first visit, and how often their servers
// postponed them (429, or 503 with Retry-After).
class Retries {
 public:
  bool has(store::PageId page) const { return waiting_.contains(page.value); }
  void add(store::PageId page) { waiting_.insert(page.value); }
  // How often the server postponed the page.
  int times_put_off(store::PageId page) const {
    const auto found = put_off_.find(page.value);
    return found != put_off_.end() ? found->second : 0;
  }
  void put_off(store::PageId page) { ++put_off_[page.value]; }
  // Call it when the page has been visited, or will not be.
  void remove(store::PageId page) {
    waiting_.erase(page.value);
    put_off_.erase(page.value);
  }

 private:
  std::unordered_set<uint64_t> waiting_;  // by PageId
  std::unordered_map<uint64_t, int> put_off_;
};

}  // namespace freshet::crawl
