#include "crawl/sites_in_scope.h"

#include <algorithm>

namespace freshet::crawl {

void SitesInScope::count_waiting(SiteEntry& entry) {
  stats_.now.waiting += entry.state.waiting;
  if (!entry.state.in_scope) count_outside(entry, entry.state.waiting);
}

std::vector<frontier::Queued> SitesInScope::leave(SiteEntry& entry) {
  log_.info("a site has left the scope", {{"site", entry.state.text}});
  return close(entry);
}

std::vector<frontier::Queued> SitesInScope::close(SiteEntry& entry) {
  const store::SiteId site = entry.state.id;
  sites_.touch(entry);
  frontier_.write_politeness(entry.state);
  entry.state.in_scope = false;
  count_outside(entry, entry.state.waiting);
  std::vector<frontier::Queued> pages = frontier_.drop_pages(site);
  frontier_.hold_back(site, Instant::never());
  return pages;
}

void SitesInScope::end_alias(SiteEntry& entry, bool is_reached, Instant now) {
  count_all_inside(entry);
  entry.is_alias = false;
  sites_.touch(entry);
  count_outside(entry, entry.state.waiting);
  if (is_reached) join(entry, now);
}

void SitesInScope::join(SiteEntry& entry, Instant now) {
  if (entry.is_alias) return;
  const bool had_pages = entry.state.waiting > 0 || entry.state.pages > 0;
  if (!had_pages) return;
  sites_.touch(entry);
  entry.state.in_scope = true;
  count_all_inside(entry);
  if (frontier_.knows(entry.state.id)) frontier_.hold_back(entry.state.id, now);
  frontier_.add_site(entry.state);
  known_.rest(entry.state.id, now);
  if (entry.state.waiting > 0) reload_waiting(entry);
}

void SitesInScope::reload_waiting(SiteEntry& entry) {
  entry.cursor.reset();
  count_all_inside(entry);  // pages that are still outside are counted again
  frontier_.mark_waiting_in_store(entry.state.id);
}

void SitesInScope::count_outside(SiteEntry& entry, uint64_t pages) {
  pages = std::min(pages, entry.state.waiting - std::min(entry.state.waiting, entry.outside));
  entry.outside += pages;
  count_of(entry) += pages;
  stats_.now.waiting -= std::min(stats_.now.waiting, pages);
}

void SitesInScope::count_all_inside(SiteEntry& entry) {
  uint64_t& count = count_of(entry);
  count -= std::min(count, entry.outside);
  stats_.now.waiting += entry.outside;
  entry.outside = 0;
}

uint64_t& SitesInScope::count_of(const SiteEntry& entry) {
  return entry.is_alias ? stats_.now.at_aliases : stats_.now.outside_scope;
}

void SitesInScope::limit_known_pages(Instant now) {
  known_.fit_to_scope([this](store::SiteId site) { return sites_.is_in_scope(site); }, now);
}

}  // namespace freshet::crawl
