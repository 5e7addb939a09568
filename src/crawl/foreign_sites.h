#pragma once

#include <cstdint>
#include <vector>

#include "result/result.h"
#include "store/store.h"
#include "url/url.h"

namespace freshet::crawl {

// Sites outside the scope that are known from links alone. There may be any number of them, and
// nothing is ever asked of them, so they are in the store and not in memory: here is how many there
// are, and a table of fixed size of those that were met lately.
class ForeignSites {
 public:
  static constexpr size_t kPlaces = size_t{1} << 16;

  // `places` is a power of two.
  explicit ForeignSites(size_t places = kPlaces) : lately_(places) {}

  // Whether nothing else is known of a site than that links lead to it.
  static bool is_foreign(const store::SiteState& site) {
    return !site.in_scope && site.pages == 0 && site.waiting == 0;
  }

  // One that the store has.
  void count() { ++count_; }
  uint64_t size() const { return count_; }

  // A link leads to a site: goes into `batch` if the store does not know it yet. True if it is new.
  Result<bool> meet(const url::Url& url, store::SiteId id, Instant now, const store::Store& store,
                    store::Batch& batch);
  // It comes into the scope. Whether it was one of these: the store has it, or will with the next
  // batch.
  bool leave(store::SiteId id, bool is_stored);

 private:
  // Site ids are hashes: any of their bits will do.
  store::SiteId& place_of(store::SiteId id) { return lately_[id.value & (lately_.size() - 1)]; }

  std::vector<store::SiteId> lately_;
  uint64_t count_ = 0;
};

}  // namespace freshet::crawl
