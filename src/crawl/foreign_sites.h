#pragma once

#include <cstdint>
#include <vector>

#include "result/result.h"
#include "store/store.h"
#include "url/url.h"

namespace freshet::crawl {

// Sites outside the scope that are known only from links. There may be any number of them, and they
// never get requests. They are therefore kept in the store and not in memory: this class has their
// number, and a table of fixed size of those that were seen recently.
class ForeignSites {
 public:
  static constexpr size_t kPlaces = size_t{1} << 16;

  // `places` is a power of two.
  explicit ForeignSites(size_t places = kPlaces) : recent_(places) {}

  // Returns whether the site is known only from links.
  static bool is_foreign(const store::SiteState& site) {
    return !site.in_scope && site.pages == 0 && site.waiting == 0;
  }

  // Counts a site that the store has.
  void count() { ++count_; }
  uint64_t size() const { return count_; }

  // Called for a link to a site: adds the site to `batch` if the store does not have it. Returns
  // true if it is new.
  Result<bool> record(const url::Url& url, store::SiteId id, Instant now, const store::Store& store,
                      store::Batch& batch);
  // Called when a site comes into the scope. Returns whether it was a foreign site: the store has
  // it, or will with the next batch.
  bool leave(store::SiteId id, bool is_stored);

 private:
  // Site ids are hashes: any of their bits will do.
  store::SiteId& place_of(store::SiteId id) { return recent_[id.value & (recent_.size() - 1)]; }

  std::vector<store::SiteId> recent_;
  uint64_t count_ = 0;
};

}  // namespace freshet::crawl
