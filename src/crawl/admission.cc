#include "crawl/admission.h"

#include <algorithm>

#include "clock/civil.h"
#include "collection/alias.h"
#include "collection/keys.h"
#include "crawl/readmission.h"

namespace freshet::crawl {
namespace {

using store::UnadmittedReason;

constexpr size_t kAdmittedInABatch = 10'000;

}  // namespace

Admission::Admission(const CrawlOptions& options, collection::Scope scope, const Tables& tables,
                     SitesInScope& in_scope, Outbox& outbox, telemetry::Log& log)
    : options_(options),
      tables_(tables),
      in_scope_(in_scope),
      outbox_(outbox),
      log_(log),
      scope_(std::move(scope)) {
  item_keys_.use(scope_.recipes());
}

Status Admission::load_rules(const std::vector<url::Url>& seeds) {
  auto kept = collection::stored_admission_rules(tables_.store);
  if (!kept) return Unexpected(kept.error());
  rules_before_ = *std::move(kept);
  rules_ = collection::AdmissionRules::of(options_.collection, seeds);
  return Done{};
}

bool Admission::have_rules_changed() const {
  return !rules_before_ || rules_before_->encode() != rules_.encode();
}

collection::Scope Admission::change_scope(collection::Scope scope,
                                          const std::vector<url::Url>& seeds) {
  rules_ = collection::AdmissionRules::of(options_.collection, seeds);
  has_scope_changed_ = true;
  refused_.clear();
  item_keys_.use(scope.recipes());
  return std::exchange(scope_, std::move(scope));
}

// A site that is in the scope only because of a sitemap named elsewhere leaves it, too, and joins
// again when robots.txt names the sitemap.
void Admission::fit_to_scope(SiteEntry& entry) {
  store::SiteState& site = entry.state;
  const bool is_reached = collection::reaches(scope_, site.text);
  if (entry.is_alias) return;
  if (site.in_scope && !is_reached && rules_before_) {
    site.in_scope = false;
    tables_.sites.touch(entry);
  } else if (!site.in_scope && is_reached && (site.waiting > 0 || site.pages > 0)) {
    site.in_scope = true;
    tables_.sites.touch(entry);
  }
}

bool Admission::is_outside(const store::PageState& page) const {
  if (!tables_.sites.at(page.key.site).state.in_scope) return true;
  const auto url = url::parse(page.url);
  return !url || collection::scope_refusal(scope_, *url, page.depth, page.sitemap).has_value();
}

void Admission::store_rules() {
  tables_.journal.batch().facts.emplace_back(collection::kAdmissionFact, rules_.encode());
  rules_before_ = rules_;
}

bool Admission::is_new_page(const Candidate& candidate, uint16_t depth) const {
  const store::PageId page = candidate.key.page;
  if (candidate.nofollow || !is_own(candidate.key.site) || tables_.frontier.is_seen(page) ||
      item_keys_.is_taken(candidate.url, page)) {
    return false;
  }
  const auto url = url::parse(candidate.url);
  return url && !collection::scope_refusal(scope_, *url, depth, candidate.sitemap);
}

void Admission::admit(const Candidate& candidate, const Origin& origin, Instant now) {
  if (!is_own(candidate.key.site)) {
    outbox_.pass_on(candidate, origin, std::nullopt, now);
    return;
  }
  if (const std::string* of = tables_.sites.aliases().of(candidate.key.site)) {
    admit_as(*of, candidate, origin, now);
    return;
  }
  if (tables_.frontier.is_seen(candidate.key.page)) {
    tables_.known.named(candidate, now);
    SiteEntry* entry = candidate.sitemap ? tables_.sites.find(candidate.key.site) : nullptr;
    if (entry != nullptr && !entry->state.in_scope) in_scope_.join(*entry, now);
    return;
  }
  // The seen set has only admitted pages: a refused URL may be found again nearer to the seeds, or
  // by a link that may be followed.
  const uint32_t preference = store::preference(UnadmittedReason::kScope, origin.depth);
  if (!candidate.sitemap && refused_.has(candidate.key.page, preference)) return;
  try_to_admit(candidate, origin, now);
}

// The URL itself is recorded as refused, so that it can be admitted if the alias is undone.
void Admission::admit_as(const std::string& of, const Candidate& candidate, const Origin& origin,
                         Instant now) {
  const store::SiteId other = collection::site_id(of);
  const bool comes_back = origin.redirects > 0 && origin.found_on && origin.found_on->site == other;
  if (comes_back) tables_.sites.aliases().note_contradiction(candidate.key.site);
  const uint32_t preference = store::preference(UnadmittedReason::kAlias, origin.depth);
  const bool is_known =
      tables_.frontier.is_seen(candidate.key.page) || refused_.has(candidate.key.page, preference);
  if (!is_known) {
    tables_.stats.count(collection::Event::kAlias);
    record_refusal(candidate, origin, UnadmittedReason::kAlias, now);
  }
  const std::string url = collection::at_site(of, candidate.url);
  admit({.key = collection::page_key(url),
         .url = url,
         .nofollow = candidate.nofollow,
         .sitemap = candidate.sitemap,
         .date = candidate.date},
        origin, now);
}

std::optional<UnadmittedReason> Admission::try_to_admit(const Candidate& candidate,
                                                        const Origin& origin, Instant now) {
  const auto url = url::parse(candidate.url);
  if (!url) return UnadmittedReason::kScope;
  const collection::Find find = find_of(*url, candidate.sitemap, origin);
  auto reason = collection::refusal(scope_, limits(), *url, find, to_civil(now).year);
  SiteEntry* const namer = candidate.sitemap ? naming_site(origin) : nullptr;
  if (!reason && namer != nullptr &&
      namer->sitemaps_named >= options_.collection.sitemaps.max_per_site) {
    reason = UnadmittedReason::kSiteBudget;
  }
  if (!reason && item_keys_.is_taken(candidate.url, candidate.key.page)) {
    reason = UnadmittedReason::kSameItem;
  }
  if (!reason) {
    SiteEntry& entry = site_of(*url, candidate.key.site, true, now);
    if (!is_site_full(entry.state)) {
      if (namer != nullptr) ++namer->sitemaps_named;
      queue(candidate, origin, entry, now);
      return std::nullopt;
    }
    reason = UnadmittedReason::kSiteBudget;
  }
  const bool is_elsewhere =
      reason == UnadmittedReason::kScope || reason == UnadmittedReason::kPattern;
  if (is_elsewhere && origin.records_refusals) {
    record_foreign_site(*url, candidate.key.site, now);
  }
  if (const auto event = collection::event_of(*reason)) tables_.stats.count(*event);
  record_refusal(candidate, origin, *reason, now);
  return reason;
}

collection::AdmissionLimits Admission::limits() const {
  return {.traps = options_.collection.traps, .sitemaps = options_.collection.sitemaps};
}

// Returns the site whose robots.txt, sitemap or page names a sitemap; nullptr if the user does.
SiteEntry* Admission::naming_site(const Origin& origin) {
  if (origin.named_by) return &tables_.sites.at(*origin.named_by);
  return origin.found_on ? tables_.sites.find(origin.found_on->site) : nullptr;
}

void Admission::queue(const Candidate& candidate, const Origin& origin, SiteEntry& entry,
                      Instant now) {
  tables_.frontier.mark_seen(candidate.key.page);
  item_keys_.add(candidate.url, candidate.key.page);
  tables_.sites.touch(entry);
  ++entry.state.waiting;
  ++tables_.stats.now.waiting;
  const Instant admitted = admission_time(now);
  tables_.journal.batch().admitted.push_back({.key = candidate.key,
                                              .url = std::string(candidate.url),
                                              .depth = origin.depth,
                                              .redirects = origin.redirects,
                                              .sitemap = candidate.sitemap,
                                              .first_seen = admitted,
                                              .next_visit = admitted,
                                              .listed_on = origin.listing});
  const bool in_memory = tables_.frontier.queue({.key = candidate.key,
                                                 .url = std::string(candidate.url),
                                                 .depth = origin.depth,
                                                 .redirects = origin.redirects,
                                                 .sitemap = candidate.sitemap,
                                                 .first_seen = admitted,
                                                 .not_before = admitted,
                                                 .listed_on = origin.listing});
  if (in_memory) entry.cursor = {admitted, candidate.key};
}

void Admission::refuse(const Candidate& candidate, const Origin& origin, UnadmittedReason reason,
                       Instant now) {
  if (!is_own(candidate.key.site)) {
    outbox_.pass_on(candidate, origin, reason, now);
    return;
  }
  if (tables_.frontier.is_seen(candidate.key.page)) return;
  if (refused_.has(candidate.key.page, store::preference(reason, origin.depth))) return;
  record_refusal(candidate, origin, reason, now);
}

void Admission::record_refusal(const Candidate& candidate, const Origin& origin,
                               UnadmittedReason reason, Instant now) {
  if (!origin.records_refusals) return;
  refused_.add(candidate.key.page, store::preference(reason, origin.depth));
  tables_.journal.batch().unadmitted.push_back(unadmitted_url(candidate, origin, reason, now));
}

bool Admission::is_site_full(const store::SiteState& site) const {
  const auto& most = options_.collection.max_pages_per_site;
  return most && site.pages + site.waiting >= *most;
}

Status Admission::readmit(Instant now) {
  return readmit(std::nullopt, now);
}

Status Admission::readmit_site(store::SiteId site, Instant now) {
  refused_.clear();
  return readmit(std::optional(site), now);
}

Status Admission::readmit(std::optional<store::SiteId> only, Instant now) {
  // Reading requires that changes of seeds are committed.
  if (Status committed = tables_.journal.try_commit(); !committed) return committed;
  const int year = to_civil(now).year;
  const bool more_alike =
      rules_before_ && rules_.traps.max_similar_pages > rules_before_->traps.max_similar_pages;
  const auto allows = [&](const store::UnadmittedUrl& one) {
    const bool is_lifted =
        !is_of_link(one.reason) || (one.reason == UnadmittedReason::kSimilarPages && more_alike);
    if (!is_lifted || (only && one.key.site != *only)) return false;
    if (tables_.sites.aliases().has(one.key.site)) return false;
    const auto url = url::parse(one.url);
    if (!url) return false;
    collection::Find find = collection::find_of(one);
    auto reason = collection::refusal(scope_, limits(), *url, find, year);
    if (reason == UnadmittedReason::kDepth) {
      find.depth = origin_of(one).depth;
      reason = collection::refusal(scope_, limits(), *url, find, year);
    }
    return !reason;
  };
  return crawl::readmit(
      tables_.store,
      {.shards = only ? store::ShardSet{store::shard_of(*only)} : store::ShardSet::all(),
       .allows = allows,
       .admit = [&](const std::vector<store::UnadmittedUrl>& urls) { return readmit(urls, now); }});
}

Status Admission::readmit(const std::vector<store::UnadmittedUrl>& urls, Instant now) {
  for (const store::UnadmittedUrl& one : urls) {
    const SiteEntry* site = tables_.sites.find(one.key.site);
    if (site != nullptr && is_site_full(site->state)) break;
    if (tables_.frontier.is_seen(one.key.page)) continue;
    try_to_admit({.key = one.key, .url = one.url, .sitemap = one.sitemap}, origin_of(one), now);
  }
  Journal& journal = tables_.journal;
  return journal.batch().admitted.size() < kAdmittedInABatch ? Done() : journal.try_commit();
}

// The page with the link may have become a seed since; then the URL is nearer to the seeds than
// when it was found.
Origin Admission::origin_of(const store::UnadmittedUrl& one) const {
  Origin origin{.depth = one.depth, .redirects = one.redirects, .found_on = one.found_on};
  if (!one.found_on) return origin;
  const auto page = tables_.store.page(*one.found_on);
  if (!page || !*page) return origin;
  if ((*page)->sitemap) origin.listing = one.found_on;
  const int away = (*page)->depth + (one.redirects > 0 && !one.sitemap ? 0 : 1);
  origin.depth = static_cast<uint16_t>(std::min<int>(origin.depth, away));
  return origin;
}

SiteEntry& Admission::site_of(const url::Url& url, store::SiteId id, bool in_scope, Instant now) {
  const auto [entry, is_new, is_new_to_store] =
      tables_.sites.find_or_add(url, id, tables_.store, now);
  if (is_new_to_store) ++tables_.stats.now.new_sites;
  if (is_new) {
    entry.is_own = is_own(id);
    entry.state.in_scope = in_scope;
    if (in_scope) tables_.frontier.add_site(entry.state);
  } else if (in_scope && !entry.state.in_scope) {
    in_scope_.join(entry, now);
    entry.state.in_scope = true;
    tables_.sites.touch(entry);
    tables_.frontier.add_site(entry.state);
  }
  return entry;
}

void Admission::record_foreign_site(const url::Url& url, store::SiteId id, Instant now) {
  const auto is_new =
      tables_.sites.record_foreign(url, id, now, tables_.store, tables_.journal.batch());
  if (!is_new) {
    log_.error("the state cannot be read", {{"reason", is_new.error().message}});
  } else if (*is_new) {
    ++tables_.stats.now.new_sites;
  }
}

void Admission::admitted_at(Instant time) {
  last_admission_ = std::max(last_admission_, time);
}

// Strictly increasing even if the clock is not: the order of admission is the order of the queue.
Instant Admission::admission_time(Instant now) {
  last_admission_ = std::max(now, last_admission_ + Duration::microseconds(1));
  return last_admission_;
}

// Returns the page that the seed redirects to, as far as the store has redirects; the seed itself
// if they lead to a page that was not admitted, or in a circle.
Result<std::optional<store::PageState>> Admission::page_of_seed(const store::PageKey& seed) const {
  auto known = tables_.store.page(seed);
  for (int i = 0; i < collection::kMaxRedirects && known && *known; ++i) {
    const store::PageState& page = **known;
    if (page.result != store::VisitResult::kRedirected || page.redirect_to.empty()) break;
    if (page.last_success) break;
    known = tables_.store.page(collection::page_key(page.redirect_to));
  }
  if (known && (!*known || (*known)->result == store::VisitResult::kRedirected)) {
    known = tables_.store.page(seed);
  }
  return known;
}

// If an earlier run could not fetch the seed, or the page that it redirects to, that page is queued
// again, whatever the failure was. Depths are counted from the seed from now on.
Status Admission::retry_seed(const store::PageKey& seed, Instant now) {
  auto known = page_of_seed(seed);
  if (!known) return Unexpected(known.error());
  if (!*known) return Done{};
  store::PageState& page = **known;
  if (page.key == seed && page.depth > 0) {
    page.depth = 0;
    tables_.journal.batch().pages.push_back(page);
  }
  if (page.next_visit != Instant::never() || page.last_success) return Done{};
  SiteEntry& entry = tables_.sites.at(page.key.site);
  tables_.sites.touch(entry);
  ++entry.state.waiting;
  ++tables_.stats.now.waiting;
  page.next_visit = admission_time(now);
  page.failures = 0;
  const bool in_memory = tables_.frontier.queue({.key = page.key,
                                                 .url = page.url,
                                                 .depth = page.depth,
                                                 .redirects = page.redirects,
                                                 .sitemap = page.sitemap,
                                                 .first_seen = page.first_seen,
                                                 .not_before = page.next_visit});
  if (in_memory) entry.cursor = {page.next_visit, page.key};
  tables_.journal.batch().pages.push_back(std::move(page));
  return Done{};
}

}  // namespace freshet::crawl
