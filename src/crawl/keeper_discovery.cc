// Pages and sites that are met: by links, redirects and sitemaps, or named as seeds.
#include <algorithm>

#include "crawl/keeper.h"
#include "crawl/keys.h"
#include "crawl/visit_notes.h"

namespace freshet::crawl {

void Keeper::follow(const store::PageState& page, const Reading& reading, Instant now) {
  if (reading.redirect) {
    seeds_.redirected(page.key, page_key(*reading.redirect));
    admit({.key = page_key(*reading.redirect), .url = *reading.redirect}, origin_of_redirect(page),
          now);
  }
  const Candidates& candidates = reading.candidates;
  // The same links as at the last visit are no news, also not of pages that are gone.
  if (candidates.empty() || reading.same_links) return;
  for (size_t i = 0; i < candidates.size(); ++i) frontier_.prefetch(candidates[i].key.page);
  const bool is_first_visit = page.history.empty();
  const uint64_t pattern = frontier::pattern_of(*url::parse(page.url));
  // A page that is visited again is not another page that looks like the ones before.
  const bool is_trap =
      !page.sitemap && (is_first_visit ? similar_pages_.add(pattern, reading.simhash)
                                       : similar_pages_.is_trap(pattern));
  if (is_trap && is_first_visit) count("trap_similar_pages");
  if (!is_trap && !page.sitemap) record_links(page, candidates);
  // Where nothing has changed, other links are those of adverts and the like: new at every visit.
  const bool records_refusals = is_first_visit || !reading.same;
  const Origin of_page = origin_of_link(page, false, records_refusals);
  const Origin of_sitemap = origin_of_link(page, true, records_refusals);
  for (size_t i = 0; i < candidates.size(); ++i) {
    const Candidate candidate = candidates[i];
    if (reading.robots.nofollow || candidate.nofollow)
      refuse_link(candidate, of_page, store::UnadmittedReason::kNofollow, now);
    else if (is_trap)
      refuse_link(candidate, of_page, store::UnadmittedReason::kSimilarPages, now);
    else
      admit(candidate, candidate.sitemap ? of_sitemap : of_page, now);
  }
  if (page.sitemap && reading.lists_changes) record_listed_dates(page, candidates, now);
}

void Keeper::record_listed_dates(const store::PageState& listing, const Candidates& candidates,
                                 Instant now) {
  const auto is_met = [this](store::PageId page) { return frontier_.met(page); };
  // To look up what is known is cheaper than to have all these pages converted again.
  const bool is_first = listing.history.empty();
  for (const auto& [key, date] : believable_dates(listing, candidates, is_met, now)) {
    if (!is_first) {
      const auto known = store_.listed_date(key);
      if (known && *known == date) continue;
    }
    batch_.listed_dates.emplace_back(key, date);
  }
}

void Keeper::record_links(const store::PageState& from, const Candidates& candidates) {
  store::PageLinks links{.from = from.key};
  links.to.reserve(candidates.size());
  for (size_t i = 0; i < candidates.size(); ++i) {
    const Candidate candidate = candidates[i];
    if (!candidate.sitemap) links.to.push_back({candidate.key, candidate.nofollow});
  }
  if (in_links_) {
    // Of a page that was visited before, the store has what counted so far.
    if (!from.history.empty()) {
      const auto before = store_.links(from.key);
      if (before && *before) in_links_->remove(**before);
    }
    in_links_->add(links);
  }
  batch_.links.push_back(std::move(links));
}

// Of a page that is in the scope, or of a site outside it that must be asked all the same.
SiteEntry& Keeper::site_of(const url::Url& url, store::SiteId id, bool in_scope, Instant now) {
  const auto [found, is_new] = sites_.try_emplace(id.value);
  SiteEntry& entry = found->second;
  if (is_new) {
    const auto known = store_.site(id);
    const bool is_stored = known && *known;
    if (is_stored) entry.state = **known;
    if (!foreign_sites_.leave(id, is_stored)) ++progress_.new_sites;
    if (!is_stored) {
      entry.state.id = id;
      entry.state.text = url::Site::of(url)->text();
      entry.state.discovered = now;
    }
    entry.state.in_scope = in_scope;
    touch(entry);
    if (in_scope) frontier_.add_site(entry.state);
  } else if (in_scope && !entry.state.in_scope) {
    rejoin_site(entry, now);
    entry.state.in_scope = true;
    touch(entry);
    frontier_.add_site(entry.state);
  }
  return entry;
}

void Keeper::meet_foreign_site(const url::Url& url, store::SiteId id, Instant now) {
  if (sites_.contains(id.value)) return;
  const auto is_new = foreign_sites_.meet(url, id, now, store_, batch_);
  if (!is_new) {
    log_.error("the state cannot be read", {{"reason", is_new.error().message}});
  } else if (*is_new) {
    ++progress_.new_sites;
  }
}

// Strictly increasing, also when the clock is not: the order of admission is the order of the
// queue.
Instant Keeper::admission_time(Instant now) {
  last_admission_ = std::max(now, last_admission_ + Duration::microseconds(1));
  return last_admission_;
}

// A user who names a seed wants it now. If an earlier run could not fetch it, or the page that it
// redirects to, for whatever reason, that page is tried again. From now on depths are counted from
// the seed.
Status Keeper::try_again(const store::PageKey& seed, Instant now) {
  store::PageKey key = seed;
  auto known = store_.page(key);
  for (int i = 0; i < kMaxRedirects && known && *known; ++i) {
    const store::PageState& page = **known;
    if (page.result != store::VisitResult::kRedirected || page.redirect_to.empty()) break;
    if (page.last_success != Instant()) break;
    key = page_key(page.redirect_to);
    known = store_.page(key);
  }
  // It leads to a page that was not admitted, or in a circle: perhaps it leads elsewhere now.
  if (known && (!*known || (*known)->result == store::VisitResult::kRedirected)) {
    key = seed;
    known = store_.page(key);
  }
  if (!known) return Unexpected(known.error());
  if (!*known) return Done{};
  store::PageState& page = **known;
  if (page.key == seed && page.depth > 0) {
    page.depth = 0;
    batch_.pages.push_back(page);
  }
  if (page.next_visit != Instant::never() || page.last_success != Instant()) return Done{};
  SiteEntry& entry = sites_.at(key.site.value);
  touch(entry);
  ++entry.state.waiting;
  ++progress_.waiting;
  page.next_visit = admission_time(now);
  page.failures = 0;
  const bool in_memory = frontier_.queue({.key = key,
                                          .url = page.url,
                                          .depth = page.depth,
                                          .redirects = page.redirects,
                                          .sitemap = page.sitemap,
                                          .first_seen = page.first_seen,
                                          .not_before = page.next_visit});
  if (in_memory) entry.cursor = {page.next_visit, key};
  batch_.pages.push_back(std::move(page));
  return Done{};
}

}  // namespace freshet::crawl
