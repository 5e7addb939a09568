#include "crawl/link_follower.h"

#include <utility>

#include "collection/keys.h"
#include "crawl/visit_notes.h"

namespace freshet::crawl {

LinkFollower::LinkFollower(const CrawlOptions& options, const Admission::Tables& tables,
                           Admission& admission, SeedWatch& seeds)
    : tables_(tables),
      admission_(admission),
      seeds_(seeds),
      similar_pages_(options.collection.traps.max_similar_pages) {}

void LinkFollower::follow(const store::PageState& page, const Reading& reading, Instant now) {
  if (reading.redirect) {
    const store::PageKey target = collection::page_key(*reading.redirect);
    seeds_.redirected(page.key, target);
    admission_.admit({.key = target, .url = *reading.redirect}, origin_of_redirect(page), now);
  }
  const Candidates& candidates = reading.candidates;
  // Links that are the same as at the last visit need no processing, even those to absent pages.
  if (candidates.empty() || reading.same_links) return;
  for (size_t i = 0; i < candidates.size(); ++i) {
    tables_.frontier.prefetch(candidates[i].key.page);
  }
  const bool is_trap = this->is_trap(page, reading);
  if (!is_trap && !page.sitemap) record_links(page, candidates);
  // If nothing else has changed, new links are those of adverts, which differ at every visit.
  const bool records_refusals = page.history.empty() || !reading.same;
  const Origin of_page = origin_of_link(page, false, records_refusals);
  const Origin of_sitemap = origin_of_link(page, true, records_refusals);
  for (size_t i = 0; i < candidates.size(); ++i) {
    const Candidate candidate = candidates[i];
    if (reading.robots.nofollow || candidate.nofollow)
      admission_.refuse(candidate, of_page, store::UnadmittedReason::kNofollow, now);
    else if (is_trap)
      admission_.refuse(candidate, of_page, store::UnadmittedReason::kSimilarPages, now);
    else
      admission_.admit(candidate, candidate.sitemap ? of_sitemap : of_page, now);
  }
  if (page.sitemap && reading.lists_changes) record_listed_dates(page, candidates, now);
}

// Returns whether the page is one of very many similar ones. A page that is revisited does not
// count again.
bool LinkFollower::is_trap(const store::PageState& page, const Reading& reading) {
  // The patterns of a recipe say which pages are wanted, however alike they are.
  if (page.sitemap || reading.item || reading.list) return false;
  const uint64_t pattern = frontier::pattern_of(*url::parse(page.url));
  if (!page.history.empty()) return similar_pages_.is_trap(pattern);
  const bool is_trap = similar_pages_.add(pattern, reading.simhash);
  if (is_trap) tables_.stats.count(collection::Event::kTrapSimilarPages);
  return is_trap;
}

void LinkFollower::record_listed_dates(const store::PageState& listing,
                                       const Candidates& candidates, Instant now) {
  const auto is_admitted = [this](store::PageId page) { return tables_.frontier.is_seen(page); };
  // Looking the dates up is cheaper than converting all these pages again.
  const bool is_first = listing.history.empty();
  const auto dates = plausible_dates(listing, candidates, is_admitted, now);
  std::vector<store::PageKey> keys;
  if (!is_first) {
    for (const auto& [key, date] : dates) keys.push_back(key);
  }
  const auto known = tables_.store.listed_dates(keys);
  for (size_t i = 0; i < dates.size(); ++i) {
    if (!is_first && known && (*known)[i] == dates[i].second) continue;
    tables_.journal.batch().listed_dates.push_back(dates[i]);
  }
}

void LinkFollower::record_links(const store::PageState& from, const Candidates& candidates) {
  store::PageLinks links{.from = from.key};
  links.to.reserve(candidates.size());
  for (size_t i = 0; i < candidates.size(); ++i) {
    const Candidate candidate = candidates[i];
    if (!candidate.sitemap) links.to.push_back({candidate.key, candidate.nofollow});
  }
  tables_.known.count_links(links, from.history.empty());
  tables_.journal.batch().links.push_back(std::move(links));
}

}  // namespace freshet::crawl
