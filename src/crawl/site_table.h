#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "crawl/alias_table.h"
#include "crawl/foreign_sites.h"
#include "crawl/site_entry.h"
#include "frontier/frontier.h"
#include "store/store.h"
#include "url/url.h"

namespace freshet::crawl {

// The sites that get or got requests, and which of them differ from the store. Sites that are known
// only from links are counted here and kept only in the store. For the engine's thread.
class SiteTable {
 public:
  // Adds a site as the store has it.
  SiteEntry& load(const store::SiteState& site);

  // The site must be in the table.
  SiteEntry& at(store::SiteId site) { return sites_.at(site.value); }
  const SiteEntry& at(store::SiteId site) const { return sites_.at(site.value); }
  // Returns nullptr if the site is not in the table.
  SiteEntry* find(store::SiteId site);
  const SiteEntry* find(store::SiteId site) const;
  bool is_in_scope(store::SiteId site) const;

  struct Added {
    SiteEntry& entry;
    bool is_new = false;           // it was not in the table
    bool is_new_to_store = false;  // neither the table nor the store had it
  };
  // Sites that are added later get no request before this time.
  void set_earliest_request(Instant time) { earliest_request_ = time; }
  // Returns the site of a URL; a new entry is initialised from the store.
  Added find_or_add(const url::Url& url, store::SiteId id, const store::Store& store, Instant now);
  // Called for a link to a site that gets no requests. Returns true if the site is new; it is then
  // in the batch.
  Result<bool> record_foreign(const url::Url& url, store::SiteId id, Instant now,
                              const store::Store& store, store::Batch& batch);
  // Counts a site that the store has.
  void count_foreign() { foreign_.count(); }

  AliasTable& aliases() { return aliases_; }
  const AliasTable& aliases() const { return aliases_; }

  // Marks the entry as different from the store.
  void touch(SiteEntry& entry);
  bool has_touched() const { return !touched_.empty(); }
  // Adds the marked sites to the batch, with the politeness state of the frontier.
  void write_touched(const frontier::Frontier& frontier, store::Batch& batch);

  // The number of all sites, including those known only from links.
  uint64_t known() const { return sites_.size() + foreign_.size(); }
  template <typename Each>
  void for_each(Each each) {
    for (auto& [id, entry] : sites_) each(entry);
  }

 private:
  std::unordered_map<uint64_t, SiteEntry> sites_;  // by SiteId
  std::vector<store::SiteId> touched_;
  ForeignSites foreign_;
  Instant earliest_request_;
  AliasTable aliases_;
};

}  // namespace freshet::crawl
