// Admits or refuses, as a crawl would, the URLs that archived visits lead to.
#include <algorithm>

#include "clock/civil.h"
#include "coding/content_coding.h"
#include "collection/keys.h"
#include "crawl/rebuilder.h"
#include "crawl/visit_notes.h"
#include "http/content_type.h"
#include "parse/sitemap.h"

namespace freshet::crawl {

using store::UnadmittedReason;

namespace {

// Returns the page with the ids that are computed now. A state of an older format has others.
store::PageState with_present_ids(store::PageState page) {
  const store::PageKey key = collection::page_key(page.url);
  if (key == page.key) return page;
  const bool is_listed_by_its_site = page.listed_on && page.listed_on->site == page.key.site;
  if (is_listed_by_its_site)
    page.listed_on->site = key.site;
  else
    page.listed_on.reset();
  page.key = key;
  return page;
}

}  // namespace

// Like LinkFollower, but without a frontier.
void Rebuilder::follow(const store::PageState& page, const Reading& reading, Instant now) {
  if (reading.redirect) {
    admit({.key = collection::page_key(*reading.redirect), .url = *reading.redirect},
          origin_of_redirect(page), now);
  }
  const Candidates& candidates = reading.candidates;
  if (candidates.empty() || reading.same_links) return;
  const bool is_first_visit = page.history.empty();
  const uint64_t pattern = frontier::pattern_of(*url::parse(page.url));
  const bool is_trap = !page.sitemap && !reading.item && !reading.list &&
                       (is_first_visit ? similar_pages_.add(pattern, reading.simhash)
                                       : similar_pages_.is_trap(pattern));
  if (!is_trap && !page.sitemap) {
    store::PageLinks links{.from = page.key};
    for (size_t i = 0; i < candidates.size(); ++i) {
      const Candidate candidate = candidates[i];
      if (!candidate.sitemap) links.to.push_back({candidate.key, candidate.nofollow});
    }
    batch_.links.push_back(std::move(links));
    counts_.links += is_first_visit ? 1 : 0;
  }
  const bool records_refusals = is_first_visit || !reading.same;
  const Origin of_page = origin_of_link(page, false, records_refusals);
  const Origin of_sitemap = origin_of_link(page, true, records_refusals);
  for (size_t i = 0; i < candidates.size(); ++i) {
    const Candidate candidate = candidates[i];
    if (reading.robots.nofollow || candidate.nofollow)
      refuse(candidate, of_page, UnadmittedReason::kNofollow, now);
    else if (is_trap)
      refuse(candidate, of_page, UnadmittedReason::kSimilarPages, now);
    else
      admit(candidate, candidate.sitemap ? of_sitemap : of_page, now);
  }
  if (!page.sitemap || !reading.lists_changes) return;
  const auto is_admitted = [this](store::PageId id) { return admitted_.contains(id.value); };
  for (const auto& date : plausible_dates(page, candidates, is_admitted, now)) {
    batch_.listed_dates.push_back(date);
  }
}

void Rebuilder::admit(const Candidate& candidate, const Origin& origin, Instant now) {
  if (admitted_.contains(candidate.key.page.value)) return;
  const auto url = url::parse(candidate.url);
  if (!url) return;
  const collection::Find find = find_of(*url, candidate.sitemap, origin);
  const collection::AdmissionLimits limits{.traps = options_.collection.traps,
                                           .sitemaps = options_.collection.sitemaps};
  auto reason = collection::refusal(scope_, limits, *url, find, to_civil(now).year);
  if (!reason) {
    const Site& site = site_of(*url, candidate.key.site, true, now);
    const auto& budget = options_.collection.max_pages_per_site;
    if (!budget || site.state.pages + site.state.waiting < *budget) {
      begin_page(candidate, origin, now);
      return;
    }
    reason = UnadmittedReason::kSiteBudget;
  }
  const bool is_elsewhere =
      reason == UnadmittedReason::kScope || reason == UnadmittedReason::kPattern;
  if (is_elsewhere && origin.records_refusals) site_of(*url, candidate.key.site, false, now);
  refuse(candidate, origin, *reason, now);
}

void Rebuilder::refuse(const Candidate& candidate, const Origin& origin, UnadmittedReason reason,
                       Instant now) {
  if (!origin.records_refusals || admitted_.contains(candidate.key.page.value)) return;
  ++counts_.unadmitted;
  batch_.unadmitted.push_back(unadmitted_url(candidate, origin, reason, now));
}

store::PageState& Rebuilder::begin_page(const Candidate& candidate, const Origin& origin,
                                        Instant now) {
  admitted_.insert(candidate.key.page.value);
  const auto url = url::parse(candidate.url);
  Site& site = site_of(*url, candidate.key.site, true, now);
  site.dirty = true;
  ++site.state.waiting;
  ++counts_.waiting;
  last_admission_ = std::max(now, last_admission_ + Duration::microseconds(1));
  store::PageState page{.key = candidate.key,
                        .url = std::string(candidate.url),
                        .depth = origin.depth,
                        .redirects = origin.redirects,
                        .sitemap = candidate.sitemap,
                        .first_seen = last_admission_,
                        .next_visit = last_admission_,
                        .listed_on = origin.listing};
  // In `admitted`, because the URL may have been refused before.
  batch_.admitted.push_back(page);
  return pages_.insert_or_assign(candidate.key.page.value, std::move(page)).first->second;
}

Rebuilder::Site& Rebuilder::site_of(const url::Url& url, store::SiteId id, bool in_scope,
                                    Instant now) {
  const auto [found, is_new] = sites_.try_emplace(id.value);
  store::SiteState& site = found->second.state;
  if (is_new) {
    site.id = id;
    site.text = url::Site::of(url)->text();
    site.in_scope = in_scope;
    site.discovered = now;
  } else if (in_scope && !site.in_scope) {
    site.in_scope = true;
    found->second.dirty = true;
  }
  return found->second;
}

// Returns whether a record that nothing leads to is a sitemap: one that robots.txt named. If the
// archive does not have this, the content decides.
bool Rebuilder::is_listing(const ArchivedVisit& visit, const url::Url& url) const {
  if (visit.sitemap) return true;
  if (visit.depth.value_or(0) != 0 || visit.reply.status != 200) return false;
  std::string body = visit.reply.body;
  if (const auto coding = visit.reply.headers.get("content-encoding"); coding && !coding->empty()) {
    body = coding::decode_content(body, *coding, options_.fetch.max_body_bytes).bytes;
  }
  const size_t start = body.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
  const bool is_xml = start != std::string::npos && body.compare(start, 5, "<?xml") == 0;
  return is_xml && parse::parse_sitemap(body, {.url = url}, options_.sitemap).has_value();
}

// Copies rules, delays and profiles of sites, and pages that are in no record.
Status Rebuilder::merge_old_state(const store::Store& before) {
  if (Status committed = commit(); !committed) return committed;
  Status read = before.each_site([&](const store::SiteState& old) {
    const auto found = sites_.find(collection::site_id(old.text).value);
    if (found == sites_.end()) return true;
    Site& site = found->second;
    site.dirty = true;
    site.state.next_allowed = std::max(site.state.next_allowed, old.next_allowed);
    site.state.resting_until = old.resting_until;
    site.state.failures = old.failures;
    site.state.discovered = std::min(site.state.discovered, old.discovered);
    if (old.robots_fetched >= site.state.robots_fetched) {
      site.state.crawl_delay = old.crawl_delay;
      site.state.robots_fetched = old.robots_fetched;
      site.state.robots_status = old.robots_status;
      site.state.robots_body = old.robots_body;
    }
    if (!old.learned.empty()) {
      site.profile.reset();
      site.state.learned = old.learned;
    }
    return true;
  });
  // Reading ends at the first damaged place.
  if (!read) return Done{};
  Status taken = Done{};
  read = before.each_page([&](const store::PageState& old) {
    taken = merge_old_page(with_present_ids(old));
    return taken.has_value();
  });
  return taken;
}

Status Rebuilder::merge_old_page(const store::PageState& before) {
  auto known = known_page(before.key);
  if (!known) return Unexpected(known.error());
  if (!*known) {
    if (!url::parse(before.url)) return Done{};
    *known = begin_page(
        {.key = before.key, .url = before.url, .sitemap = before.sitemap},
        {.depth = before.depth, .redirects = before.redirects, .listing = before.listed_on},
        before.first_seen);
  }
  store::PageState& page = **known;
  page.importance = before.importance;
  page.first_seen = std::min(page.first_seen, before.first_seen);
  const bool was_visited = before.result != store::VisitResult::kNever;
  const bool is_known_better =
      page.result == store::VisitResult::kNever && was_visited && before.archived.file == 0;
  if (is_known_better) {
    page = before;
    page.duplicate_of.reset();
    Site& site = sites_.at(before.key.site.value);
    site.dirty = true;
    if (before.next_visit == Instant::never()) {
      ++site.state.pages;
      ++counts_.pages;
      if (site.state.waiting > 0) --site.state.waiting;
      if (counts_.waiting > 0) --counts_.waiting;
    }
  }
  pages_.insert_or_assign(before.key.page.value, std::move(page));
  return pages_.size() >= 20'000 ? commit() : Done{};
}

}  // namespace freshet::crawl
