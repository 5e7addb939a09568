#include "crawl/foreign_sites.h"

#include "url/site.h"

namespace freshet::crawl {

Result<bool> ForeignSites::record(const url::Url& url, store::SiteId id, Instant now,
                                  const store::Store& store, store::Batch& batch) {
  store::SiteId& place = place_of(id);
  if (place == id) return false;
  const auto known = store.site(id);
  if (!known) return Unexpected(known.error());
  place = id;
  if (*known) return false;
  // A site that another one displaced before the commit is written twice, which changes nothing.
  batch.sites.push_back(
      {.id = id, .text = url::Site::of(url)->text(), .in_scope = false, .discovered = now});
  ++count_;
  return true;
}

bool ForeignSites::leave(store::SiteId id, bool is_stored) {
  store::SiteId& place = place_of(id);
  const bool was_recent = place == id;
  if (was_recent) place = store::SiteId();
  if (!was_recent && !is_stored) return false;
  if (count_ > 0) --count_;
  return true;
}

}  // namespace freshet::crawl
