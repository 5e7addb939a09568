// Which of the URLs that are found become pages of the crawl; the others are recorded with the
// reason, for whoever asks, and for a start with wider rules.
#include <algorithm>

#include "clock/civil.h"
#include "crawl/admission.h"
#include "crawl/keeper.h"
#include "crawl/keys.h"
#include "crawl/readmission.h"

namespace freshet::crawl {
namespace {

using store::UnadmittedReason;

constexpr size_t kAdmittedInABatch = 10'000;

// As the summary counts it; empty for what is part of every crawl.
std::string_view counted_as(UnadmittedReason reason) {
  switch (reason) {
    case UnadmittedReason::kTrap: return "trap";
    case UnadmittedReason::kSiteBudget: return "over_site_budget";
    case UnadmittedReason::kRedirects: return "too_many_redirects";
    case UnadmittedReason::kBadPort: return "bad_port";
    case UnadmittedReason::kScope:
    case UnadmittedReason::kPattern:
    case UnadmittedReason::kDepth:
    case UnadmittedReason::kNofollow:
    case UnadmittedReason::kSimilarPages: return "";
  }
  return "";
}

}  // namespace

void Keeper::admit(const Candidate& candidate, const Origin& origin, Instant now) {
  if (frontier_.met(candidate.key.page)) {
    hear_of_absent(candidate, now);
    const auto site = candidate.sitemap ? sites_.find(candidate.key.site.value) : sites_.end();
    if (site != sites_.end() && !site->second.state.in_scope) rejoin_site(site->second, now);
    return;
  }
  // The seen set has admitted pages alone: a URL that was refused may turn up nearer to the seeds,
  // or by a link that may be followed.
  const uint32_t preference = store::preference(UnadmittedReason::kScope, origin.depth);
  if (!candidate.sitemap && refused_.has(candidate.key.page, preference)) return;
  try_to_admit(candidate, origin, now);
}

// The reason if it is refused, which is recorded then.
std::optional<UnadmittedReason> Keeper::try_to_admit(const Candidate& candidate,
                                                     const Origin& origin, Instant now) {
  const auto url = url::parse(candidate.url);
  if (!url) return UnadmittedReason::kScope;
  const Find find = find_of(*url, candidate.sitemap, origin);
  auto reason = refusal(scope_, admission_limits(), *url, find, to_civil(now).year);
  if (!reason && candidate.sitemap && !has_sitemaps_left(origin)) {
    reason = UnadmittedReason::kSiteBudget;
  }
  if (!reason) {
    SiteEntry& entry = site_of(*url, candidate.key.site, true, now);
    if (!is_over_budget(entry.state)) {
      if (candidate.sitemap) count_sitemap(origin);
      take_into_queue(candidate, origin, entry, now);
      return std::nullopt;
    }
    reason = UnadmittedReason::kSiteBudget;
  }
  const bool is_elsewhere =
      reason == UnadmittedReason::kScope || reason == UnadmittedReason::kPattern;
  if (is_elsewhere && origin.records_refusals) {
    meet_foreign_site(*url, candidate.key.site, now);
  }
  if (const std::string_view outcome = counted_as(*reason); !outcome.empty()) count(outcome);
  record_refusal(candidate, origin, *reason, now);
  return reason;
}

AdmissionLimits Keeper::admission_limits() const {
  return {.traps = options_.traps, .sitemaps = options_.sitemap_limits};
}

// The site whose robots.txt, sitemap or page names it; none for a person.
SiteEntry* Keeper::namer_of(const Origin& origin) {
  if (origin.named_by) return &sites_.at(origin.named_by->value);
  if (!origin.found_on) return nullptr;
  const auto found = sites_.find(origin.found_on->site.value);
  return found != sites_.end() ? &found->second : nullptr;
}

bool Keeper::has_sitemaps_left(const Origin& origin) {
  const SiteEntry* namer = namer_of(origin);
  return namer == nullptr || namer->sitemaps_named < options_.sitemap_limits.max_per_site;
}

void Keeper::count_sitemap(const Origin& origin) {
  if (SiteEntry* namer = namer_of(origin)) ++namer->sitemaps_named;
}

void Keeper::take_into_queue(const Candidate& candidate, const Origin& origin, SiteEntry& entry,
                             Instant now) {
  frontier_.first_met(candidate.key.page);
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

// For a reason that lies in the link, whatever the rules would say.
void Keeper::refuse_link(const Candidate& candidate, const Origin& origin, UnadmittedReason reason,
                         Instant now) {
  if (frontier_.met(candidate.key.page)) return;
  if (refused_.has(candidate.key.page, store::preference(reason, origin.depth))) return;
  record_refusal(candidate, origin, reason, now);
}

void Keeper::record_refusal(const Candidate& candidate, const Origin& origin,
                            UnadmittedReason reason, Instant now) {
  if (!origin.records_refusals) return;
  refused_.add(candidate.key.page, store::preference(reason, origin.depth));
  batch_.unadmitted.push_back(unadmitted_url(candidate, origin, reason, now));
}

bool Keeper::is_over_budget(const store::SiteState& site) const {
  const auto& budget = options_.limits.max_pages_per_site;
  return budget && site.pages + site.waiting >= *budget;
}

// Queues what the rules of before refused and those of now allow; what waits in the store already
// goes first.
Status Keeper::readmit_unadmitted(Instant now) {
  if (Status committed = try_commit(); !committed) return committed;  // it reads what seeds changed
  const int year = to_civil(now).year;
  const bool more_alike =
      rules_before_ && rules_.traps.max_similar_pages > rules_before_->traps.max_similar_pages;
  const auto allows = [&](const store::UnadmittedUrl& one) {
    const bool is_lifted =
        !is_of_link(one.reason) || (one.reason == UnadmittedReason::kSimilarPages && more_alike);
    if (!is_lifted) return false;
    const auto url = url::parse(one.url);
    if (!url) return false;
    Find find = find_of(one);
    auto reason = refusal(scope_, admission_limits(), *url, find, year);
    if (reason == UnadmittedReason::kDepth) {
      find.depth = origin_of(one).depth;
      reason = refusal(scope_, admission_limits(), *url, find, year);
    }
    return !reason;
  };
  return readmit(store_,
                 {.allows = allows, .admit = [&](const std::vector<store::UnadmittedUrl>& urls) {
                    return readmit_urls(urls, now);
                  }});
}

Status Keeper::readmit_urls(const std::vector<store::UnadmittedUrl>& urls, Instant now) {
  for (const store::UnadmittedUrl& one : urls) {
    const auto site = sites_.find(one.key.site.value);
    if (site != sites_.end() && is_over_budget(site->second.state)) break;
    if (frontier_.met(one.key.page)) continue;
    try_to_admit({.key = one.key, .url = one.url, .sitemap = one.sitemap}, origin_of(one), now);
  }
  return batch_.admitted.size() < kAdmittedInABatch ? Done() : try_commit();
}

// The page with the link may have become a seed since: then the URL is nearer than when it was
// found.
Origin Keeper::origin_of(const store::UnadmittedUrl& one) const {
  Origin origin{.depth = one.depth, .redirects = one.redirects, .found_on = one.found_on};
  if (!one.found_on) return origin;
  const auto page = store_.page(*one.found_on);
  if (!page || !*page) return origin;
  if ((*page)->sitemap) origin.listing = one.found_on;
  const int away = (*page)->depth + (one.redirects > 0 && !one.sitemap ? 0 : 1);
  origin.depth = static_cast<uint16_t>(std::min<int>(origin.depth, away));
  return origin;
}

// Not before everything that they admit is in the batch, or in the store.
void Keeper::keep_rules() {
  batch_.facts.emplace_back(kAdmissionFact, rules_.encode());
  rules_before_ = rules_;
}

}  // namespace freshet::crawl
