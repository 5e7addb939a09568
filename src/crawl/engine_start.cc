// The start of a crawl: loads the state of earlier runs.
#include <algorithm>
#include <chrono>
#include <memory>

#include "collection/clock_correction.h"
#include "collection/cycle_report.h"
#include "collection/items.h"
#include "crawl/engine.h"

namespace freshet::crawl {

Status Engine::prepare(const std::vector<url::Url>& seeds, collection::RunControl run_control) {
  const Instant now = clock_.now();
  parts_.waiting.set_start(now);
  parts_.control.start(std::move(run_control));
  if (options_.agent) parts_.agent.start(tables_.store);
  if (parts_.control.is_paused()) {
    log_.warning("the run is paused since the last run; freshet resume continues it");
  }
  if (Status loaded = parts_.admission.load_rules(seeds); !loaded) return loaded;
  if (Status loaded = load_sites(now); !loaded) return loaded;
  if (options_.run) {
    if (Status loaded = load_known_pages(now); !loaded) return loaded;
  }
  if (Status queued = parts_.seeds.start(seeds, now); !queued) return queued;
  const collection::RunControl& kept = parts_.control.run_control();
  Status undone = parts_.aliases.exclude(kept.not_aliases, now);
  if (undone) undone = parts_.aliases.fit_to_scope(now);
  if (!undone) return undone;
  const bool may_have_missed_rules = options_.agent && options_.agent->has_taken_over;
  if (parts_.admission.have_rules_changed() || may_have_missed_rules) {
    if (Status readmitted = parts_.admission.readmit(now); !readmitted) return readmitted;
    parts_.admission.store_rules();
  }
  auto& facts = tables_.journal.batch().facts;
  if (!kept.seeds.empty()) facts.emplace_back(collection::kRunControlFact, kept.encode());
  if (const extract::Recipes& recipes = parts_.admission.scope().recipes(); !recipes.empty()) {
    const auto stored = tables_.store.fact(collection::kRecipesFact);
    if (!stored) return Unexpected(stored.error());
    facts.emplace_back(collection::kRecipesFact,
                       collection::with_recipes(stored->value_or(""), recipes));
  }
  if (options_.run) {
    facts.emplace_back(collection::kPolicyFact, options_.collection.refresh.policy);
  }
  facts.emplace_back(kEndedFact, "0");
  return tables_.journal.try_commit();
}

Status Engine::load_sites(Instant now) {
  Status status = tables_.store.each_page_key([&](const store::PageKey& key) {
    tables_.frontier.mark_seen(key.page);
    return true;
  });
  if (!status) return status;
  if (ItemKeys& keys = parts_.admission.item_keys(); keys.is_needed()) {
    status = tables_.store.each_page([&](const store::PageState& page) {
      keys.add(page.url, page.key.page);
      return true;
    });
    if (!status) return status;
  }
  const auto ended = tables_.store.fact(kEndedFact);
  if (!ended) return Unexpected(ended.error());
  was_broken_off_ = *ended == "0" || (options_.agent && options_.agent->has_taken_over);
  // A site may have been requested just before the crash without being stored, and be found again.
  if (was_broken_off_) tables_.sites.set_earliest_request(now + options_.politeness.delay);
  return tables_.store.each_site([&](const store::SiteState& site) {
    load_site(site, now);
    return true;
  });
}

void Engine::load_site(const store::SiteState& site, Instant now) {
  parts_.admission.admitted_at(site.discovered);
  if (ForeignSites::is_foreign(site)) {
    tables_.sites.count_foreign();
    return;
  }
  SiteEntry& entry = tables_.sites.load(site);
  parts_.aliases.load(entry, now);
  if (SiteRules::is_held_back(site)) entry.robots_failures = site.failures;
  if (parts_.admission.have_rules_changed()) parts_.admission.fit_to_scope(entry);
  if (was_broken_off_) {
    // The site may have been requested just before the crash, without a record of it.
    const Duration gap = std::max(options_.politeness.delay, site.crawl_delay);
    entry.state.next_allowed = std::max(site.next_allowed, now + gap);
  }
  parts_.in_scope.count_waiting(entry);
  if (!entry.state.in_scope) return;
  tables_.frontier.add_site(entry.state);
  if (site.waiting > 0) tables_.frontier.mark_waiting_in_store(site.id);
}

Status Engine::load_known_pages(Instant now) {
  const auto latest = collection::latest_time(tables_.store);
  if (!latest) return Unexpected(latest.error());
  refresh::RefreshOptions refresh = options_.collection.refresh;
  refresh.load = [this](store::SiteId site) -> const schedule::LoadProfile* {
    SiteEntry* entry = tables_.sites.find(site);
    return entry != nullptr && entry->has_profile() ? &entry->profile().load : nullptr;
  };
  Status status = tables_.known.begin(
      options_.collection.importance, refresh, now,
      [this](const store::PageState& page) { tables_.stats.count_status(page, 1); });
  parts_.in_scope.limit_known_pages(now);
  parts_.maintenance.start(tables_.store, *latest, now);
  return status;
}

}  // namespace freshet::crawl
