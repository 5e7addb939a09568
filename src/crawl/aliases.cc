#include "crawl/aliases.h"

#include <algorithm>
#include <utility>

#include "collection/admission_rules.h"
#include "collection/keys.h"

namespace freshet::crawl {
namespace {

using collection::Alias;

constexpr Duration kCheckInterval = Duration::days(7);
// After a check that failed: the other root may just have changed.
constexpr Duration kRecheckInterval = Duration::days(1);
constexpr int kMostMisses = 3;
constexpr size_t kPagesPerSlice = 500;
constexpr Duration kAfterError = Duration::seconds(10);
// Restricting the choice of known pages reads all of them.
constexpr Duration kRestrictInterval = Duration::minutes(1);

std::string joined(const std::vector<std::string>& paths) {
  std::string text;
  for (const std::string& path : paths) text += (text.empty() ? "" : " ") + path;
  return text;
}

}  // namespace

void Aliases::load(SiteEntry& entry, Instant now) {
  if (!entry.has_alias()) return;
  const Alias& alias = *entry.profile().alias;
  entry.is_alias = true;
  if (entry.state.in_scope) {
    entry.state.in_scope = false;
    tables_.sites.touch(entry);
  }
  tables_.sites.aliases().add(entry.state.id, alias.of);
  if (!alias.is_handed_over) to_hand_over_.push_back({.site = entry.state.id, .cursor = {}});
  plan_check(entry, now);
}

Status Aliases::exclude(const std::vector<std::string>& sites, Instant now) {
  parts_.detector.set_excluded(sites);
  std::vector<SiteEntry*> to_undo;
  tables_.sites.for_each([&](SiteEntry& entry) {
    if (!entry.is_alias) return;
    const bool is_excluded = std::find(sites.begin(), sites.end(), entry.state.text) != sites.end();
    if (is_excluded || !options_.collection.aliases) to_undo.push_back(&entry);
  });
  const char* const why =
      options_.collection.aliases ? "a user has undone it" : "the setting crawl.aliases is off";
  for (SiteEntry* entry : to_undo) {
    if (Status undone = undo(*entry, By::kUser, why, now); !undone) return undone;
  }
  // Finds those that form a circle.
  tables_.sites.for_each([&](SiteEntry& entry) { tables_.sites.aliases().of(entry.state.id); });
  return Done{};
}

Status Aliases::fit_to_scope(Instant now) {
  std::vector<SiteEntry*> to_undo;
  tables_.sites.for_each([&](SiteEntry& entry) {
    if (!entry.is_alias) return;
    const collection::Scope& scope = parts_.admission.scope();
    const bool is_left_alone = collection::reaches(scope, entry.state.text) &&
                               !collection::reaches(scope, entry.profile().alias->of);
    if (is_left_alone) to_undo.push_back(&entry);
  });
  for (SiteEntry* entry : to_undo) {
    if (Status undone = undo(*entry, By::kUser, "the other site is not in the scope", now);
        !undone) {
      return undone;
    }
  }
  return Done{};
}

void Aliases::visited(Instant now) {
  if (!parts_.detector.has_to_conclude() || !tables_.journal.commit()) return;
  for (AliasDetector::Conclusion& found : parts_.detector.conclude(now)) {
    take_out(tables_.sites.at(found.site), std::move(found.alias), now);
  }
}

void Aliases::take_out(SiteEntry& entry, Alias alias, Instant now) {
  const store::SiteId site = entry.state.id;
  log_.info("a site is an alias of another: its pages are not visited any more",
            {{"site", entry.state.text},
             {"alias_of", alias.of},
             {"evidence", collection::name_of(alias.evidence)},
             {"pages", static_cast<int64_t>(alias.pages)},
             {"examples", joined(alias.examples)},
             {"undo", "freshet aliases --undo " + entry.state.text}});
  entry.is_alias = true;
  tables_.sites.aliases().add(site, alias.of);
  entry.profile().alias = std::move(alias);
  entry.profile().suspects = {};
  parts_.skipped.set_aside(parts_.in_scope.close(entry), now);
  tables_.known.rest(site, Instant::never());
  has_new_ = true;
  to_hand_over_.push_back({.site = site, .cursor = {}});
  plan_check(entry, now);
}

// The alias is deleted last, so that a crash before that leaves an alias, which is undone again.
Status Aliases::undo(SiteEntry& entry, By by, std::string_view why, Instant now) {
  const store::SiteId site = entry.state.id;
  const std::string of = entry.profile().alias->of;
  std::erase_if(to_hand_over_, [&](const HandOver& one) { return one.site == site; });
  std::erase_if(checks_, [&](const auto& one) { return one.second == site; });
  std::erase(checking_, site);
  tables_.sites.aliases().remove(site);
  parts_.in_scope.end_alias(entry, collection::reaches(parts_.admission.scope(), entry.state.text),
                            now);
  parts_.in_scope.limit_known_pages(now);
  if (Status admitted = parts_.admission.readmit_site(site, now); !admitted) return admitted;
  entry.profile().alias.reset();
  if (by == By::kEvidence) {
    entry.profile().suspects.reject(of, now + AliasDetector::kRejectedFor);
  }
  tables_.sites.touch(entry);
  log_.info("a site is not an alias any more: its pages are visited again",
            {{"site", entry.state.text}, {"alias_of", of}, {"reason", why}});
  return Done{};
}

void Aliases::undo_contradicted(Instant now) {
  for (const store::SiteId site : tables_.sites.aliases().take_contradictions()) {
    SiteEntry& entry = tables_.sites.at(site);
    if (!entry.is_alias) continue;
    if (Status undone = undo(entry, By::kEvidence, "the other site leads back to it", now);
        !undone) {
      log_.error("the state cannot be read or written", {{"reason", undone.error().message}});
    }
  }
}

void Aliases::advance(Instant now) {
  if (tables_.sites.aliases().has_contradictions()) undo_contradicted(now);
  if (has_new_ && now - restricted_ >= kRestrictInterval) {
    has_new_ = false;
    restricted_ = now;
    parts_.in_scope.limit_known_pages(now);
  }
  end_checks();
  begin_checks(now);
  hand_over(now);
}

Instant Aliases::wake_at(Instant now) const {
  if (tables_.sites.aliases().has_contradictions()) return now;
  Instant wake = Instant::never();
  if (!to_hand_over_.empty()) wake = std::max(now, retry_at_);
  if (parts_.is_endless && !checks_.empty()) {
    wake = std::min(wake, std::max(now, checks_.begin()->first));
  }
  return wake;
}

// The pages that wait at the alias become pages of the other site: it may not link to all of them.
void Aliases::hand_over(Instant now) {
  if (to_hand_over_.empty() || now < retry_at_ || tables_.journal.is_stalled()) return;
  // Uncommitted pages must be in the store to be read.
  if (!tables_.journal.commit()) return;
  SiteEntry& entry = tables_.sites.at(to_hand_over_.back().site);
  bool is_finished = false;
  if (const Status handed = hand_over_slice(entry, is_finished, now); !handed) {
    log_.error("the state cannot be read", {{"reason", handed.error().message}});
    retry_at_ = now + kAfterError;
    return;
  }
  if (!is_finished) return;
  if (const Status handed = hand_over_originals(entry, now); !handed) {
    log_.error("the state cannot be read", {{"reason", handed.error().message}});
    retry_at_ = now + kAfterError;
    return;
  }
  to_hand_over_.pop_back();
  entry.profile().alias->is_handed_over = true;
  tables_.sites.touch(entry);
}

Status Aliases::hand_over_slice(SiteEntry& entry, bool& is_finished, Instant now) {
  HandOver& hand_over = to_hand_over_.back();
  const auto due =
      tables_.store.due(entry.state.id, Instant::never(), kPagesPerSlice, hand_over.cursor);
  if (!due) return Unexpected(due.error());
  std::vector<store::PageKey> keys;
  for (const store::Store::Due& next : *due) keys.push_back(next.key);
  const auto pages = tables_.store.pages(keys);
  if (!pages) return Unexpected(pages.error());
  for (const auto& page : *pages) {
    if (!page || page->next_visit == Instant::never()) continue;
    const Origin origin{.depth = page->depth, .redirects = page->redirects};
    parts_.admission.admit({.key = page->key, .url = page->url, .sitemap = page->sitemap}, origin,
                           now);
  }
  if (!due->empty()) hand_over.cursor = due->back();
  is_finished = due->size() < kPagesPerSlice;
  return Done{};
}

// Pages of the alias with contents that the other site has not shown yet were visited before it was
// recognised. They are kept, but not visited again; so the pages of the other site must be.
Status Aliases::hand_over_originals(const SiteEntry& entry, Instant now) {
  const store::ShardSet shard{store::shard_of(entry.state.id)};
  return tables_.store.each_page(shard, [&](const store::PageState& page) {
    const bool is_only_copy =
        page.key.site == entry.state.id && !page.duplicate_of && page.last_success;
    if (!is_only_copy) return true;
    const Origin origin{.depth = page.depth, .redirects = page.redirects};
    parts_.admission.admit({.key = page.key, .url = page.url, .sitemap = page.sitemap}, origin,
                           now);
    return true;
  });
}

// A last check in the future comes from a wrong clock.
void Aliases::plan_check(const SiteEntry& entry, Instant now) {
  const Alias& alias = *entry.decoded->alias;
  const Duration interval = alias.misses > 0 ? kRecheckInterval : kCheckInterval;
  checks_.emplace(std::min(alias.checked, now) + interval, entry.state.id);
}

void Aliases::begin_checks(Instant now) {
  if (!parts_.is_endless) return;
  while (!checks_.empty() && checks_.begin()->first <= now) {
    const store::SiteId site = checks_.begin()->second;
    checks_.erase(checks_.begin());
    SiteEntry& entry = tables_.sites.at(site);
    if (parts_.detector.are_aliases_of_each_other(entry, entry.profile().alias->of)) {
      tables_.sites.aliases().note_contradiction(site);
      continue;
    }
    entry.profile().alias->checked = now;
    tables_.sites.touch(entry);
    if (tables_.frontier.knows(site))
      tables_.frontier.hold_back(site, now);
    else
      tables_.frontier.add_site(entry.state);
    const std::string root = entry.state.text + "/";
    tables_.frontier.queue_first(
        {.key = collection::page_key(root), .url = root, .is_probe = true});
    checking_.push_back(site);
  }
}

// However a check has ended, the site gets no requests until the next one.
void Aliases::end_checks() {
  std::erase_if(checking_, [&](store::SiteId site) {
    const auto view = tables_.frontier.view(site);
    if (view.queued > 0 || view.leased > 0) return false;
    SiteEntry& entry = tables_.sites.at(site);
    tables_.frontier.hold_back(site, Instant::never());
    plan_check(entry, entry.profile().alias->checked);
    return true;
  });
}

void Aliases::checked(store::SiteId site, const Completed& completed, Instant now) {
  // It may be a probe that was sent before the site was found to be an alias.
  if (std::find(checking_.begin(), checking_.end(), site) == checking_.end()) return;
  SiteEntry& entry = tables_.sites.at(site);
  Alias& alias = *entry.profile().alias;
  tables_.sites.touch(entry);
  switch (parts_.detector.check(entry, alias.of, completed)) {
    case AliasDetector::Check::kUnknown: return;
    case AliasDetector::Check::kHolds: alias.misses = 0; return;
    case AliasDetector::Check::kFails: break;
  }
  if (++alias.misses < kMostMisses) return;
  if (Status undone = undo(entry, By::kEvidence, "its root shows content of its own", now);
      !undone) {
    log_.error("the state cannot be read or written", {{"reason", undone.error().message}});
  }
}

}  // namespace freshet::crawl
