#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "convert/page_table.h"
#include "result/result.h"
#include "store/store.h"

namespace freshet::convert {

// The ids of pages, sites, domains and communities: given once, from 1 on, and kept in the store.
// What was given is not to be used before save(): after a crash it would be given to another. For
// one thread at a time.
class Ids {
 public:
  static Result<Ids> load(store::Store& store);

  // A number that no other collection has: who finds it in a database knows whose ids are there.
  const std::string& collection() const { return collection_; }

  // 0: it has none yet.
  int64_t page(const store::PageKey& key) const { return pages_.find(key.page.value); }
  int64_t give_page(const store::PageKey& key);
  size_t pages() const { return pages_.size(); }  // that have one
  int64_t last_page() const { return static_cast<int64_t>(last_[index(store::IdKind::kPage)]); }

  // Given, if it has none.
  int64_t site(store::SiteId site);
  int64_t domain(const std::string& name) { return named(store::IdKind::kDomain, name); }
  int64_t community(const std::string& name) { return named(store::IdKind::kCommunity, name); }
  bool has_site(store::SiteId site) const { return sites_.contains(site.value); }

  // Writes what was given since the last time, so that it survives even loss of power.
  Status save(store::Store& store);

 private:
  static constexpr size_t kKinds = 4;
  static size_t index(store::IdKind kind) { return static_cast<size_t>(kind) - 1; }

  Status read(const store::Store& store, store::IdKind kind);
  Status name_collection(store::Store& store);
  void take(const store::GivenId& given);
  int64_t give(store::IdKind kind, const std::string& name);
  int64_t named(store::IdKind kind, const std::string& name);

  std::string collection_;
  uint64_t last_[kKinds] = {};
  PageTable pages_;
  std::unordered_map<uint64_t, int64_t> sites_;
  std::map<std::string, int64_t, std::less<>> names_[kKinds];  // of domains and communities
  std::vector<store::GivenId> unsaved_;
};

}  // namespace freshet::convert
