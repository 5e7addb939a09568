#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "result/result.h"
#include "store/types.h"

namespace freshet::store {

// Reads data that belong to shards: everything with the key of a site or page. Reading needs no
// holding. What other writers write is visible when they have committed it.
class PartitionStore {
 public:
  virtual ~PartitionStore() = default;

  virtual Result<std::optional<PageState>> page(const PageKey& key) const = 0;
  virtual Result<std::optional<SiteState>> site(SiteId id) const = 0;
  virtual Result<std::optional<PageLinks>> links(const PageKey& from) const = 0;
  virtual Result<std::optional<UnadmittedUrl>> unadmitted(const PageKey& key) const = 0;
  virtual Result<std::optional<std::string>> version(const PageKey& key) const = 0;
  virtual Result<std::optional<Instant>> listed_date(const PageKey& key) const = 0;
  virtual Result<std::optional<Item>> item(const PageKey& page) const = 0;

  // Read many at once, in the order of the keys, from one snapshot. A key may occur twice.
  virtual Result<std::vector<std::optional<PageState>>> pages(
      std::span<const PageKey> keys) const = 0;
  virtual Result<std::vector<std::optional<std::string>>> versions(
      std::span<const PageKey> keys) const = 0;
  // The same one by one, unless the store can do better.
  virtual Result<std::vector<std::optional<Instant>>> listed_dates(
      std::span<const PageKey> keys) const;

  // Returns the pages of a site that are due at or before `until`, in the order of next_visit: at
  // most `most` pages, which come after `after` (the last one of the slice before).
  struct Due {
    Instant next_visit;
    PageKey key;
    bool operator==(const Due&) const = default;
  };
  virtual Result<std::vector<Due>> due(SiteId site, Instant until, size_t most,
                                       const std::optional<Due>& after) const = 0;

  // Returns the discoveries for a shard that no batch has settled yet, by the time of finding, then
  // by page: at most `most`, which come after `after` (the last one of the slice before). A
  // discovery that is committed later may have been found earlier, so only a scan from the
  // beginning sees all.
  virtual Result<std::vector<Discovery>> pending_discoveries(
      ShardId shard, size_t most, const std::optional<DiscoveryId>& after) const = 0;

  // Calls `each` for the rows of these shards, in the order of keys, until it returns false. It
  // reads a snapshot from the time of the call, whatever is committed meanwhile; `each` may use the
  // store.
  template <typename Row>
  using Each = std::function<bool(const Row&)>;
  virtual Status each_site(const ShardSet& shards, const Each<SiteState>& each) const = 0;
  virtual Status each_page_key(const ShardSet& shards, const Each<PageKey>& each) const = 0;
  virtual Status each_page(const ShardSet& shards, const Each<PageState>& each) const = 0;
  virtual Status each_links(const ShardSet& shards, const Each<PageLinks>& each) const = 0;
  virtual Status each_unadmitted(const ShardSet& shards, const Each<UnadmittedUrl>& each) const = 0;
  virtual Status each_item(const ShardSet& shards, const Each<Item>& each) const = 0;
  // Changes from `since` on, in the order of time, then of pages.
  virtual Status each_change(const ShardSet& shards, Instant since,
                             const Each<Change>& each) const = 0;

  // The same for all shards.
  Status each_site(const Each<SiteState>& each) const { return each_site(ShardSet::all(), each); }
  Status each_page_key(const Each<PageKey>& each) const {
    return each_page_key(ShardSet::all(), each);
  }
  Status each_page(const Each<PageState>& each) const { return each_page(ShardSet::all(), each); }
  Status each_links(const Each<PageLinks>& each) const { return each_links(ShardSet::all(), each); }
  Status each_unadmitted(const Each<UnadmittedUrl>& each) const {
    return each_unadmitted(ShardSet::all(), each);
  }
  Status each_item(const Each<Item>& each) const { return each_item(ShardSet::all(), each); }
  Status each_change(Instant since, const Each<Change>& each) const {
    return each_change(ShardSet::all(), since, each);
  }
};

}  // namespace freshet::store
