#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "convert/page_table.h"
#include "result/result.h"
#include "store/store.h"

namespace freshet::convert {

// Ids of pages that one participant of a conversion may assign, and nobody else.
struct IdRange {
  uint64_t first = 1;
  uint64_t count = 0;
  bool operator==(const IdRange&) const = default;
};

// The ids of pages, sites, domains and communities. Ids count from 1; each is assigned once and
// kept in the store. A new id must not be used before save(): after a crash it would be assigned
// again, to something else. To be used by one thread at a time.
//
// If several processes convert a collection together, one of them, the driver, assigns the ids of
// everything but pages, and reserves a range of page ids for each of the others.
class Ids {
 public:
  static Result<Ids> load(store::Store& store);
  // Without the ids of pages, for the driver.
  static Result<Ids> load_for_driver(store::Store& store);
  // Reads ids that others have assigned since: of sites, and with `pages`, of pages. An id that was
  // assigned here and is another one in the store takes that value.
  Status load_again(const store::Store& store, bool pages);

  // A random name of this collection. It is stored in catalogues to tell which collection assigned
  // their ids.
  const std::string& collection() const { return collection_; }

  // The id of a page; 0 if none is assigned yet.
  int64_t page(const store::PageKey& key) const { return pages_.find(key.page.value); }
  int64_t assign_page(const store::PageKey& key);
  size_t pages() const { return pages_.size(); }  // number of pages that have an id
  int64_t last_page() const { return static_cast<int64_t>(last_[index(store::IdKind::kPage)]); }

  // Pages get ids from this range from now on, and save() leaves the counters to the driver.
  void use(const IdRange& range) { range_ = range; }
  // Reserves ids that are greater than `last` and than all that were reserved before. They must not
  // be used before save(). What is not used is lost.
  IdRange reserve_pages(uint64_t count, uint64_t last);

  // Returns 0 if the site has no id.
  int64_t known_site(store::SiteId site) const;
  // These assign an id if there is none.
  int64_t site(store::SiteId site);
  int64_t domain(const std::string& name) { return named(store::IdKind::kDomain, name); }
  int64_t community(const std::string& name) { return named(store::IdKind::kCommunity, name); }

  // Writes all ids that were assigned since the last call, so that they survive even a loss of
  // power.
  Status save(store::Store& store);

 private:
  static constexpr size_t kKinds = 4;
  static size_t index(store::IdKind kind) { return static_cast<size_t>(kind) - 1; }

  Status read(const store::Store& store, store::IdKind kind);
  Status read_last(const store::Store& store, store::IdKind kind);
  Status load_collection_name(store::Store& store);
  void add(const store::GivenId& given);
  int64_t assign(store::IdKind kind, const std::string& name);
  int64_t named(store::IdKind kind, const std::string& name);

  std::string collection_;
  uint64_t last_[kKinds] = {};
  PageTable pages_;
  std::unordered_map<uint64_t, int64_t> sites_;
  std::map<std::string, int64_t, std::less<>> names_[kKinds];  // of domains and communities
  std::vector<store::GivenId> unsaved_;
  bool has_reserved_ = false;     // since save()
  std::optional<IdRange> range_;  // what is left of it
};

}  // namespace freshet::convert
