#include "crawl/waiting_pages.h"

#include <algorithm>
#include <utility>

namespace freshet::crawl {
namespace {

constexpr size_t kPagesPerSlice = 500;
constexpr Duration kAfterReadError = Duration::seconds(10);

}  // namespace

WaitingPages::WaitingPages(const Tables& tables, const Admission& admission, SitesInScope& in_scope,
                           const Retries& retries, telemetry::Log& log)
    : tables_(tables), admission_(admission), in_scope_(in_scope), retries_(retries), log_(log) {}

Instant WaitingPages::wake_at(Instant now) const {
  return sites_to_refill_.empty() ? Instant::never() : std::max(now, retry_at_);
}

void WaitingPages::load(Instant now) {
  const std::vector<store::SiteId> sites = tables_.frontier.sites_to_refill();
  sites_to_refill_.insert(sites_to_refill_.end(), sites.begin(), sites.end());
  // Uncommitted pages must be in the store to be loaded.
  const bool can_load = !sites_to_refill_.empty() && now >= retry_at_ &&
                        !tables_.journal.is_stalled() && tables_.journal.commit();
  if (!can_load) return;
  for (const store::SiteId site : std::exchange(sites_to_refill_, {})) {
    const Status refilled = refill(site);
    if (refilled) continue;
    log_.error("the state cannot be read", {{"reason", refilled.error().message}});
    sites_to_refill_.push_back(site);
    retry_at_ = now + kAfterReadError;
  }
}

Status WaitingPages::refill(store::SiteId site) {
  SiteEntry& entry = tables_.sites.at(site);
  if (!entry.state.in_scope) {
    tables_.frontier.refill(site, {}, false);
    return Done{};
  }
  const auto due = tables_.store.due(site, Instant::never(), kPagesPerSlice, entry.cursor);
  if (!due) return Unexpected(due.error());
  const bool more = due->size() == kPagesPerSlice;
  std::vector<store::PageKey> keys;
  keys.reserve(due->size());
  for (const store::Store::Due& next : *due) keys.push_back(next.key);
  const auto states = tables_.store.pages(keys);
  if (!states) return Unexpected(states.error());
  std::vector<frontier::Queued> pages;
  for (size_t i = 0; i < due->size(); ++i) {
    const store::Store::Due& next = (*due)[i];
    const std::optional<store::PageState>& page = (*states)[i];
    entry.cursor = next;
    if (retries_.has(next.key.page)) continue;
    if (!page || page->next_visit != next.next_visit) continue;
    const bool is_surely_inside = !admission_.has_scope_changed() && page->first_seen >= start_;
    if (!is_surely_inside && admission_.is_outside(*page)) {
      in_scope_.count_outside(entry, 1);
      continue;
    }
    pages.push_back({.key = next.key,
                     .url = page->url,
                     .depth = page->depth,
                     .attempts = page->failures,
                     .redirects = page->redirects,
                     .sitemap = page->sitemap,
                     .first_seen = page->first_seen,
                     .not_before = next.next_visit,
                     .listed_on = page->listed_on});
  }
  // An empty result would mean that no more pages wait; the next slice is loaded instead.
  if (pages.empty() && more)
    sites_to_refill_.push_back(site);
  else
    tables_.frontier.refill(site, std::move(pages), more);
  return Done{};
}

}  // namespace freshet::crawl
