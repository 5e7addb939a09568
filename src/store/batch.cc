#include "store/batch.h"

namespace freshet::store {

ShardSet Batch::shards() const {
  ShardSet shards;
  const auto add = [&](const PageKey& key) { shards.add(shard_of(key.site)); };
  for (const PageState& page : admitted) add(page.key);
  for (const PageState& page : pages) add(page.key);
  for (const Visited& visit : visited) add(visit.page.key);
  for (const SiteState& site : sites) shards.add(shard_of(site.id));
  for (const PageLinks& one : links) add(one.from);
  for (const UnadmittedUrl& url : unadmitted) add(url.key);
  for (const DiscoveryId& discovery : settled_discoveries) add(discovery.key);
  for (const auto& [content, original] : contents) add(original.page);
  for (const auto& [key, version] : versions) add(key);
  for (const auto& [key, date] : listed_dates) add(key);
  for (const Item& item : items) add(item.page);
  for (const Change& change : changes) add(change.page);
  for (const auto& [at, page] : withdrawn_changes) add(page);
  return shards;
}

bool Batch::empty() const {
  return admitted.empty() && pages.empty() && visited.empty() && sites.empty() && links.empty() &&
         unadmitted.empty() && discoveries.empty() && settled_discoveries.empty() &&
         contents.empty() && versions.empty() && listed_dates.empty() && items.empty() &&
         changes.empty() && !forget_changes_before && !forget_changes_after &&
         withdrawn_changes.empty() && ids.empty() && facts.empty();
}

void Batch::clear() {
  admitted.clear();
  pages.clear();
  visited.clear();
  sites.clear();
  links.clear();
  unadmitted.clear();
  discoveries.clear();
  settled_discoveries.clear();
  contents.clear();
  versions.clear();
  listed_dates.clear();
  items.clear();
  changes.clear();
  forget_changes_before.reset();
  forget_changes_after.reset();
  withdrawn_changes.clear();
  ids.clear();
  facts.clear();
}

}  // namespace freshet::store
