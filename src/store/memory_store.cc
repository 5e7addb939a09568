// The store in memory, as ordered maps: for tests, simulations and collections that need not
// outlive the process.
#include <limits>
#include <map>
#include <mutex>
#include <set>
#include <shared_mutex>
#include <tuple>
#include <utility>

#include "result/check.h"
#include "store/fence.h"
#include "store/store.h"

namespace freshet::store {
namespace {

// Values are never changed in place. So a reader copies the pointers under the lock and reads the
// values without it: that makes each_*() a snapshot and lets `each` call the store.
template <typename Key, typename Value>
class Table {
 public:
  void put(const Key& key, const Value& value) {
    rows_.insert_or_assign(key, std::make_shared<const Value>(value));
  }

  void remove(const Key& key) { rows_.erase(key); }

  std::shared_ptr<const Value> find(const Key& key) const {
    const auto row = rows_.find(key);
    return row == rows_.end() ? nullptr : row->second;
  }

  std::vector<std::shared_ptr<const Value>> of(const ShardSet& shards) const {
    std::vector<std::shared_ptr<const Value>> values;
    if (shards.is_all()) values.reserve(rows_.size());
    for (const ShardSet::Run run : shards.runs()) {
      for (auto row = rows_.lower_bound(first_key_of(run.first)); row != rows_.end(); ++row) {
        if (shard_of(site_of(row->first)) > run.last) break;
        values.push_back(row->second);
      }
    }
    return values;
  }

 private:
  static SiteId site_of(SiteId site) { return site; }
  static SiteId site_of(const PageKey& page) { return page.site; }
  static Key first_key_of(ShardId shard) { return {SiteId{uint64_t{shard} << 56}}; }

  std::map<Key, std::shared_ptr<const Value>> rows_;
};

template <typename Value>
std::optional<Value> copy_of(const std::shared_ptr<const Value>& value) {
  if (!value) return std::nullopt;
  return *value;
}

template <typename Key, typename Value, typename Order>
std::optional<Value> copy_from(const std::map<Key, Value, Order>& rows, const auto& key) {
  const auto found = rows.find(key);
  return found == rows.end() ? std::nullopt : std::optional(found->second);
}

class MemoryStore final : public Store {
 public:
  MemoryStore() {
    fence_ = fence_.raised(ShardSet::all());
    fence_.set_default(fence_.holding_of(ShardSet::all()));
  }

  Result<Holding> take(const ShardSet& shards) override {
    const std::unique_lock lock(mutex_);
    fence_ = fence_.raised(shards);
    return fence_.holding_of(shards);
  }

  Status commit(const Batch& batch, Durability) override {
    const std::unique_lock lock(mutex_);
    if (Status allowed = fence_.check(batch, "the state in memory"); !allowed) return allowed;
    put_pages(batch);
    for (const SiteState& site : batch.sites) sites_.put(site.id, site);
    for (const PageLinks& links : batch.links) links_.put(links.from, links);
    for (const DiscoveryId& id : batch.settled_discoveries)
      inbox_.erase({shard_of(id.key.site), id});
    for (const Discovery& found : batch.discoveries) {
      inbox_.insert_or_assign({shard_of(found.key.site), found.id()}, found);
    }
    put_claims(batch);
    for (const auto& [key, version] : batch.versions) versions_.insert_or_assign(key, version);
    for (const auto& [key, date] : batch.listed_dates) listed_dates_.insert_or_assign(key, date);
    for (const Item& item : batch.items) items_.put(item.page, item);
    put_changes(batch);
    // In reverse order: of several writes of a key the last one counts.
    for (auto given = batch.ids.rbegin(); given != batch.ids.rend(); ++given) {
      ids_.try_emplace({given->kind, given->name}, given->id);
    }
    for (const auto& [name, value] : batch.facts) facts_.insert_or_assign(name, value);
    return Done();
  }

  Result<std::optional<PageState>> page(const PageKey& key) const override {
    const std::shared_lock lock(mutex_);
    return copy_of(pages_.find(key));
  }

  Result<std::optional<SiteState>> site(SiteId id) const override {
    const std::shared_lock lock(mutex_);
    return copy_of(sites_.find(id));
  }

  Result<std::optional<PageLinks>> links(const PageKey& from) const override {
    const std::shared_lock lock(mutex_);
    return copy_of(links_.find(from));
  }

  Result<std::optional<UnadmittedUrl>> unadmitted(const PageKey& key) const override {
    const std::shared_lock lock(mutex_);
    return copy_of(unadmitted_.find(key));
  }

  Result<std::optional<Original>> original_of(const digest::Digest256& content) const override {
    const std::shared_lock lock(mutex_);
    return copy_from(contents_, content);
  }

  Result<std::optional<std::string>> version(const PageKey& key) const override {
    const std::shared_lock lock(mutex_);
    return copy_from(versions_, key);
  }

  Result<std::optional<Instant>> listed_date(const PageKey& key) const override {
    const std::shared_lock lock(mutex_);
    return copy_from(listed_dates_, key);
  }

  Result<std::optional<Item>> item(const PageKey& page) const override {
    const std::shared_lock lock(mutex_);
    return copy_of(items_.find(page));
  }

  Result<std::optional<std::string>> fact(std::string_view name) const override {
    const std::shared_lock lock(mutex_);
    return copy_from(facts_, name);
  }

  Result<std::optional<uint64_t>> id(IdKind kind, std::string_view name) const override {
    const std::shared_lock lock(mutex_);
    return copy_from(ids_, std::pair(kind, std::string(name)));
  }

  Result<std::vector<std::optional<PageState>>> pages(
      std::span<const PageKey> keys) const override {
    return many<PageState>(keys, [&](const PageKey& key) { return copy_of(pages_.find(key)); });
  }

  Result<std::vector<std::optional<std::string>>> versions(
      std::span<const PageKey> keys) const override {
    return many<std::string>(keys, [&](const PageKey& key) { return copy_from(versions_, key); });
  }

  Result<std::vector<std::optional<Original>>> originals(
      std::span<const digest::Digest256> contents) const override {
    return many<Original>(contents, [&](const auto& one) { return copy_from(contents_, one); });
  }

  Result<std::vector<Due>> due(SiteId site, Instant until, size_t most,
                               const std::optional<Due>& after) const override {
    const std::shared_lock lock(mutex_);
    auto at = after ? due_.upper_bound({site, after->next_visit, after->key.page})
                    : due_.lower_bound({site, kBeginning, PageId()});
    std::vector<Due> slice;
    for (; at != due_.end() && slice.size() < most; ++at) {
      const auto& [its_site, next_visit, page] = *at;
      if (its_site != site || next_visit > until) break;
      slice.push_back({.next_visit = next_visit, .key = {.site = site, .page = page}});
    }
    return slice;
  }

  Result<std::vector<Discovery>> pending_discoveries(
      ShardId shard, size_t most, const std::optional<DiscoveryId>& after) const override {
    const std::shared_lock lock(mutex_);
    auto at = after ? inbox_.upper_bound({shard, *after})
                    : inbox_.lower_bound({shard, DiscoveryId{kBeginning, PageKey()}});
    std::vector<Discovery> slice;
    for (; at != inbox_.end() && at->first.first == shard && slice.size() < most; ++at) {
      slice.push_back(at->second);
    }
    return slice;
  }

  Status each_site(const ShardSet& shards, const Each<SiteState>& each) const override {
    return visit(sites_, shards, each);
  }
  Status each_page_key(const ShardSet& shards, const Each<PageKey>& each) const override {
    return visit(pages_, shards, [&](const PageState& page) { return each(page.key); });
  }
  Status each_page(const ShardSet& shards, const Each<PageState>& each) const override {
    return visit(pages_, shards, each);
  }
  Status each_links(const ShardSet& shards, const Each<PageLinks>& each) const override {
    return visit(links_, shards, each);
  }
  Status each_unadmitted(const ShardSet& shards, const Each<UnadmittedUrl>& each) const override {
    return visit(unadmitted_, shards, each);
  }
  Status each_item(const ShardSet& shards, const Each<Item>& each) const override {
    return visit(items_, shards, each);
  }

  Status each_id(IdKind kind, const std::function<bool(const GivenId&)>& each) const override {
    std::vector<GivenId> given;
    {
      const std::shared_lock lock(mutex_);
      for (auto at = ids_.lower_bound({kind, ""}); at != ids_.end(); ++at) {
        if (at->first.first != kind) break;
        given.push_back({kind, at->first.second, at->second});
      }
    }
    for (const GivenId& one : given) {
      if (!each(one)) break;
    }
    return Done();
  }

  Status each_change(const ShardSet& shards, Instant since,
                     const Each<Change>& each) const override {
    std::vector<Change> later;
    {
      const std::shared_lock lock(mutex_);
      for (auto at = changes_.lower_bound({since, PageKey()}); at != changes_.end(); ++at) {
        if (shards.contains(shard_of(at->second.page.site))) later.push_back(at->second);
      }
    }
    for (const Change& change : later) {
      if (!each(change)) break;
    }
    return Done();
  }

 private:
  static constexpr Instant kBeginning =
      Instant::from_unix_microseconds(std::numeric_limits<int64_t>::min());

  void put_pages(const Batch& batch) {
    for (const UnadmittedUrl& url : batch.unadmitted) {
      const auto known = unadmitted_.find(url.key);
      if (!known || preference(url) < preference(*known)) unadmitted_.put(url.key, url);
    }
    for (const PageState& page : batch.admitted) {
      put(page);
      unadmitted_.remove(page.key);
    }
    for (const PageState& page : batch.pages) put(page);
    for (const Batch::Visited& visit : batch.visited) {
      const auto old = pages_.find(visit.page.key);
      const Instant due = old ? old->next_visit : Instant::never();
      FRESHET_CHECK(due == visit.was_due, "was_due of a visited page is not its stored next_visit");
      put(visit.page);
    }
  }

  void put(const PageState& page) {
    if (const auto old = pages_.find(page.key)) {
      due_.erase({page.key.site, old->next_visit, page.key.page});
    }
    if (page.next_visit != Instant::never()) {
      due_.insert({page.key.site, page.next_visit, page.key.page});
    }
    pages_.put(page.key, page);
  }

  void put_claims(const Batch& batch) {
    std::set<digest::Digest256> claimed;
    for (const auto& [content, original] : batch.contents) {
      if (claimed.contains(content)) continue;
      const auto [claim, is_first] = contents_.try_emplace(content, original);
      if (!is_first && claim->second.page != original.page) continue;
      claim->second = original;
      claimed.insert(content);
    }
  }

  void put_changes(const Batch& batch) {
    if (const auto before = batch.forget_changes_before) {
      erase_changes(changes_.begin(), changes_.lower_bound({*before, PageKey()}), batch);
    }
    if (const auto after = batch.forget_changes_after) {
      const Instant first = *after + Duration::microseconds(1);
      erase_changes(changes_.lower_bound({first, PageKey()}), changes_.end(), batch);
    }
    for (const auto& place : batch.withdrawn_changes) changes_.erase(place);
    for (const Change& change : batch.changes) {
      changes_.insert_or_assign({change.at, change.page}, change);
    }
  }

  using Changes = std::map<std::pair<Instant, PageKey>, Change>;

  // Erases those of the shards that the batch's writer holds.
  void erase_changes(Changes::iterator begin, Changes::iterator end, const Batch& batch) {
    const ShardSet held = fence_.holding_of(batch).shards();
    while (begin != end) {
      const bool is_held = held.contains(shard_of(begin->second.page.site));
      begin = is_held ? changes_.erase(begin) : std::next(begin);
    }
  }

  template <typename Value, typename Key, typename Find>
  std::vector<std::optional<Value>> many(std::span<const Key> keys, const Find& find) const {
    const std::shared_lock lock(mutex_);
    std::vector<std::optional<Value>> found;
    found.reserve(keys.size());
    for (const Key& key : keys) found.push_back(find(key));
    return found;
  }

  template <typename Key, typename Value, typename Call>
  Status visit(const Table<Key, Value>& table, const ShardSet& shards, const Call& each) const {
    std::vector<std::shared_ptr<const Value>> rows;
    {
      const std::shared_lock lock(mutex_);
      rows = table.of(shards);
    }
    for (const auto& row : rows) {
      if (!each(*row)) break;
    }
    return Done();
  }

  mutable std::shared_mutex mutex_;  // guards all below
  Table<PageKey, PageState> pages_;
  Table<SiteId, SiteState> sites_;
  Table<PageKey, PageLinks> links_;
  Table<PageKey, UnadmittedUrl> unadmitted_;
  Table<PageKey, Item> items_;
  std::map<digest::Digest256, Original> contents_;
  std::map<PageKey, std::string> versions_;
  std::map<PageKey, Instant> listed_dates_;
  Changes changes_;
  std::map<std::pair<IdKind, std::string>, uint64_t> ids_;
  std::map<std::string, std::string, std::less<>> facts_;
  std::set<std::tuple<SiteId, Instant, PageId>> due_;  // all pages that have a next visit
  std::map<std::pair<ShardId, DiscoveryId>, Discovery> inbox_;
  Fence fence_;
};

}  // namespace

std::unique_ptr<Store> make_memory_store() {
  return std::make_unique<MemoryStore>();
}

}  // namespace freshet::store
