// The store as ordered maps: for tests, simulations and collections that need not outlive the
// process.
#include <limits>
#include <map>
#include <mutex>
#include <set>
#include <shared_mutex>
#include <tuple>
#include <utility>

#include "result/check.h"
#include "store/store.h"

namespace freshet::store {
namespace {

// Values are never changed in place, so that a reader who took the pointers under the lock can read
// them after it: that makes each_*() a snapshot, and lets `each` call the store.
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

  std::vector<std::shared_ptr<const Value>> all() const {
    std::vector<std::shared_ptr<const Value>> values;
    values.reserve(rows_.size());
    for (const auto& [key, value] : rows_) values.push_back(value);
    return values;
  }

 private:
  std::map<Key, std::shared_ptr<const Value>> rows_;
};

template <typename Value>
std::optional<Value> copy_of(const std::shared_ptr<const Value>& value) {
  if (!value) return std::nullopt;
  return *value;
}

class MemoryStore final : public Store {
 public:
  Status commit(const Batch& batch, Durability) override {
    const std::unique_lock lock(mutex_);
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
      FRESHET_CHECK(due == visit.was_due, "what a visited page was due at is not what is kept");
      put(visit.page);
    }
    for (const SiteState& site : batch.sites) sites_.put(site.id, site);
    for (const PageLinks& links : batch.links) links_.put(links.from, links);
    std::set<digest::Digest256> claimed;
    for (const auto& [content, original] : batch.contents) {
      if (claimed.contains(content)) continue;
      const auto [claim, is_first] = contents_.try_emplace(content, original);
      if (!is_first && claim->second.page != original.page) continue;
      claim->second = original;
      claimed.insert(content);
    }
    for (const auto& [key, version] : batch.versions) versions_.insert_or_assign(key, version);
    for (const auto& [key, date] : batch.listed_dates) listed_dates_.insert_or_assign(key, date);
    if (batch.forget_changes_before) {
      const auto end = changes_.lower_bound({*batch.forget_changes_before, PageKey()});
      changes_.erase(changes_.begin(), end);
    }
    if (batch.forget_changes_after) {
      const Instant first = *batch.forget_changes_after + Duration::microseconds(1);
      changes_.erase(changes_.lower_bound({first, PageKey()}), changes_.end());
    }
    for (const auto& place : batch.withdrawn_changes) changes_.erase(place);
    for (const Change& change : batch.changes) {
      changes_.insert_or_assign({change.at, change.page}, change);
    }
    for (const GivenId& given : batch.ids) {
      ids_.insert_or_assign({given.kind, given.name}, given.id);
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
    const auto found = contents_.find(content);
    return found == contents_.end() ? std::nullopt : std::optional(found->second);
  }

  Result<std::optional<std::string>> version(const PageKey& key) const override {
    const std::shared_lock lock(mutex_);
    const auto found = versions_.find(key);
    return found == versions_.end() ? std::nullopt : std::optional(found->second);
  }

  Result<std::optional<Instant>> listed_date(const PageKey& key) const override {
    const std::shared_lock lock(mutex_);
    const auto found = listed_dates_.find(key);
    return found == listed_dates_.end() ? std::nullopt : std::optional(found->second);
  }

  Result<std::optional<std::string>> fact(std::string_view name) const override {
    const std::shared_lock lock(mutex_);
    const auto found = facts_.find(name);
    return found == facts_.end() ? std::nullopt : std::optional(found->second);
  }

  Result<std::optional<uint64_t>> id(IdKind kind, std::string_view name) const override {
    const std::shared_lock lock(mutex_);
    const auto found = ids_.find({kind, std::string(name)});
    return found == ids_.end() ? std::nullopt : std::optional(found->second);
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

  Status each_site(const std::function<bool(const SiteState&)>& each) const override {
    return visit(sites_, each);
  }
  Status each_page_key(const std::function<bool(const PageKey&)>& each) const override {
    return visit(pages_, [&](const PageState& page) { return each(page.key); });
  }
  Status each_page(const std::function<bool(const PageState&)>& each) const override {
    return visit(pages_, each);
  }
  Status each_links(const std::function<bool(const PageLinks&)>& each) const override {
    return visit(links_, each);
  }
  Status each_unadmitted(const std::function<bool(const UnadmittedUrl&)>& each) const override {
    return visit(unadmitted_, each);
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

  Status each_change(Instant since, const std::function<bool(const Change&)>& each) const override {
    std::vector<Change> later;
    {
      const std::shared_lock lock(mutex_);
      for (auto at = changes_.lower_bound({since, PageKey()}); at != changes_.end(); ++at) {
        later.push_back(at->second);
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

  void put(const PageState& page) {
    if (const auto old = pages_.find(page.key)) {
      due_.erase({page.key.site, old->next_visit, page.key.page});
    }
    if (page.next_visit != Instant::never()) {
      due_.insert({page.key.site, page.next_visit, page.key.page});
    }
    pages_.put(page.key, page);
  }

  template <typename Key, typename Value, typename Each>
  Status visit(const Table<Key, Value>& table, const Each& each) const {
    std::vector<std::shared_ptr<const Value>> rows;
    {
      const std::shared_lock lock(mutex_);
      rows = table.all();
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
  std::map<digest::Digest256, Original> contents_;
  std::map<PageKey, std::string> versions_;
  std::map<PageKey, Instant> listed_dates_;
  std::map<std::pair<Instant, PageKey>, Change> changes_;
  std::map<std::pair<IdKind, std::string>, uint64_t> ids_;
  std::map<std::string, std::string, std::less<>> facts_;
  std::set<std::tuple<SiteId, Instant, PageId>> due_;  // exactly the pages that have a next visit
};

}  // namespace

std::unique_ptr<Store> make_memory_store() {
  return std::make_unique<MemoryStore>();
}

}  // namespace freshet::store
