#include "crawl/site_table.h"

#include <algorithm>

#include "url/site.h"

namespace freshet::crawl {

SiteEntry& SiteTable::load(const store::SiteState& site) {
  SiteEntry& entry = sites_[site.id.value];
  entry.state = site;
  return entry;
}

SiteEntry* SiteTable::find(store::SiteId site) {
  const auto found = sites_.find(site.value);
  return found != sites_.end() ? &found->second : nullptr;
}

const SiteEntry* SiteTable::find(store::SiteId site) const {
  const auto found = sites_.find(site.value);
  return found != sites_.end() ? &found->second : nullptr;
}

bool SiteTable::is_in_scope(store::SiteId site) const {
  const SiteEntry* entry = find(site);
  return entry != nullptr && entry->state.in_scope;
}

SiteTable::Added SiteTable::find_or_add(const url::Url& url, store::SiteId id,
                                        const store::Store& store, Instant now) {
  const auto [found, is_new] = sites_.try_emplace(id.value);
  SiteEntry& entry = found->second;
  if (!is_new) return {entry};
  const auto known = store.site(id);
  const bool is_stored = known && *known;
  if (is_stored) {
    entry.state = **known;
  } else {
    entry.state.id = id;
    entry.state.text = url::Site::of(url)->text();
    entry.state.discovered = now;
  }
  entry.state.next_allowed = std::max(entry.state.next_allowed, earliest_request_);
  const bool was_foreign = foreign_.leave(id, is_stored);
  touch(entry);
  return {.entry = entry, .is_new = true, .is_new_to_store = !was_foreign};
}

Result<bool> SiteTable::record_foreign(const url::Url& url, store::SiteId id, Instant now,
                                       const store::Store& store, store::Batch& batch) {
  if (sites_.contains(id.value)) return false;
  return foreign_.record(url, id, now, store, batch);
}

void SiteTable::touch(SiteEntry& entry) {
  if (entry.dirty) return;
  entry.dirty = true;
  touched_.push_back(entry.state.id);
}

void SiteTable::write_touched(const frontier::Frontier& frontier, store::Batch& batch) {
  for (const store::SiteId site : touched_) {
    SiteEntry& entry = at(site);
    entry.dirty = false;
    if (!entry.is_own) continue;
    if (frontier.knows(site)) frontier.write_politeness(entry.state);
    store::SiteState& written = batch.sites.emplace_back(entry.state);
    if (entry.decoded) written.learned = entry.decoded->encode();
  }
  touched_.clear();
}

}  // namespace freshet::crawl
