// Pages and sites that are met: by links, redirects and sitemaps, or named as seeds.
#include <algorithm>

#include "clock/civil.h"
#include "crawl/keeper.h"
#include "crawl/keys.h"

namespace freshet::crawl {
namespace {

constexpr uint8_t kMaxRedirects = 10;

}  // namespace

void Keeper::follow(const store::PageState& page, const Reading& reading, Instant now) {
  if (reading.redirect) {
    admit({.key = page_key(*reading.redirect), .url = *reading.redirect},
          {.depth = page.depth, .redirects = static_cast<uint8_t>(page.redirects + 1)}, now);
  }
  const Candidates& candidates = reading.candidates;
  if (candidates.empty()) return;
  const uint64_t pattern = frontier::pattern_of(*url::parse(page.url));
  if (!page.sitemap && similar_pages_.add(pattern, reading.simhash)) {
    count("trap_similar_pages");
    return;
  }
  for (size_t i = 0; i < candidates.size(); ++i) frontier_.prefetch(candidates[i].key.page);
  if (!page.sitemap) record_links(page, candidates);
  if (reading.robots.nofollow) return;
  Origin origin{.depth = static_cast<uint16_t>(std::min(page.depth + 1, 65'535))};
  if (page.sitemap) origin.listing = page.key;
  for (size_t i = 0; i < candidates.size(); ++i) {
    if (!candidates[i].nofollow) admit(candidates[i], origin, now);
  }
  if (page.sitemap && reading.lists_changes) record_listed_dates(page, candidates, now);
}

// Of pages of its own site that were met. A sitemap that gives its pages the time of now, or all
// of them the same, says when it was made, not when they changed.
void Keeper::record_listed_dates(const store::PageState& listing, const Candidates& candidates,
                                 Instant now) {
  constexpr size_t kFew = 20;
  constexpr Duration kMadeUp = Duration::minutes(1);
  std::vector<std::pair<store::PageKey, Instant>> dates;
  for (size_t i = 0; i < candidates.size(); ++i) {
    const Candidate candidate = candidates[i];
    if (candidate.date == Instant() || candidate.sitemap || now - candidate.date < kMadeUp)
      continue;
    if (candidate.key.site != listing.key.site || !frontier_.met(candidate.key.page)) continue;
    dates.emplace_back(candidate.key, candidate.date);
  }
  const bool all_the_same =
      dates.size() > kFew && std::all_of(dates.begin(), dates.end(), [&](const auto& one) {
        return one.second == dates.front().second;
      });
  if (all_the_same) return;
  // To look up what is known is cheaper than to have all these pages converted again.
  const bool is_first = listing.history.empty();
  for (const auto& [key, date] : dates) {
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

void Keeper::admit(const Candidate& candidate, const Origin& origin, Instant now) {
  if (frontier_.met(candidate.key.page)) {
    hear_of_absent(candidate, now);
    return;
  }
  // Not remembered: it may turn up nearer to the seeds.
  if (!scope_.admits_depth(origin.depth)) return;
  // Nor is what is outside the scope, in a run: seeds may be added to it.
  if (!refresher_) frontier_.first_met(candidate.key.page);

  const auto url = url::parse(candidate.url);
  if (!url) return;
  // A sitemap may lie elsewhere; what it lists is held against the scope like any link.
  const bool in_scope = candidate.sitemap || scope_.admits(*url);
  if (!in_scope) {
    site_of(*url, candidate.key.site, false, now);
    return;
  }
  frontier_.first_met(candidate.key.page);
  if (origin.redirects > kMaxRedirects) {
    count("too_many_redirects");
    return;
  }
  if (frontier::trap_in(*url, options_.traps, to_civil(now).year)) {
    count("trap");
    return;
  }
  SiteEntry& entry = site_of(*url, candidate.key.site, true, now);
  if (options_.limits.max_pages_per_site &&
      entry.state.pages + entry.state.waiting >= *options_.limits.max_pages_per_site) {
    count("over_site_budget");
    return;
  }
  touch(entry);
  ++entry.state.waiting;
  ++progress_.waiting;
  const Instant admitted = admission_time(now);
  batch_.admitted.push_back({.key = candidate.key,
                             .url = std::string(candidate.url),
                             .depth = origin.depth,
                             .redirects = origin.redirects,
                             .sitemap = candidate.sitemap,
                             .first_seen = admitted,
                             .next_visit = admitted,
                             .listed_on = origin.listing});
  const bool in_memory = frontier_.queue({.key = candidate.key,
                                          .url = std::string(candidate.url),
                                          .depth = origin.depth,
                                          .redirects = origin.redirects,
                                          .sitemap = candidate.sitemap,
                                          .first_seen = admitted,
                                          .not_before = admitted,
                                          .listed_on = origin.listing});
  if (in_memory) entry.cursor = {admitted, candidate.key};
}

SiteEntry& Keeper::site_of(const url::Url& url, store::SiteId id, bool in_scope, Instant now) {
  const auto [found, is_new] = sites_.try_emplace(id.value);
  SiteEntry& entry = found->second;
  if (is_new) {
    entry.state.id = id;
    entry.state.text = url::Site::of(url)->text();
    entry.state.in_scope = in_scope;
    entry.state.discovered = now;
    ++progress_.new_sites;
    touch(entry);
    if (in_scope) frontier_.add_site(entry.state);
  } else if (in_scope && !entry.state.in_scope) {
    entry.state.in_scope = true;
    touch(entry);
    frontier_.add_site(entry.state);
  }
  return entry;
}

// Strictly increasing, also when the clock is not: the order of admission is the order of the
// queue.
Instant Keeper::admission_time(Instant now) {
  last_admission_ = std::max(now, last_admission_ + Duration::microseconds(1));
  return last_admission_;
}

// Whoever names a seed wants it now: one that an earlier run gave up, or was not allowed to ask
// for, gets another chance.
Status Keeper::try_again(const store::PageKey& key, Instant now) {
  auto known = store_.page(key);
  if (!known) return Unexpected(known.error());
  if (!*known || (*known)->next_visit != Instant::never()) return Done{};
  store::PageState& page = **known;
  if (page.result != store::VisitResult::kServerError &&
      page.result != store::VisitResult::kUnreachable &&
      page.result != store::VisitResult::kExcluded) {
    return Done{};
  }
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
