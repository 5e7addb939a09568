#include "crawl/crawl_parts.h"

#include <utility>

#include "crawl/continuous_source.h"
#include "crawl/one_shot_source.h"

namespace freshet::crawl {
namespace {

// Returns the pages after their last visits, as far as the store has them. On an error, the error
// was logged.
Result<std::vector<std::optional<Revisit>>> look_up(
    CrawlTables& tables, telemetry::Log& log,
    const std::vector<refresh::Refresher::Choice>& choices) {
  std::vector<store::PageKey> keys;
  bool is_uncommitted = false;
  for (const auto& choice : choices) {
    keys.push_back(choice.key);
    is_uncommitted = is_uncommitted || tables.journal.has_uncommitted(choice.key.page);
  }
  // Uncommitted data must be in the store to be read there.
  if (is_uncommitted && !tables.journal.commit()) {
    return fail("the last visit of the page could not be committed");
  }
  auto pages = tables.store.pages(keys);
  auto versions = tables.store.versions(keys);
  if (!pages || !versions) {
    const Error& why = pages ? versions.error() : pages.error();
    log.error("the state cannot be read", {{"reason", why.message}});
    return Unexpected(why);
  }
  std::vector<std::optional<Revisit>> revisits(choices.size());
  for (size_t i = 0; i < choices.size(); ++i) {
    if (!(*pages)[i]) continue;
    revisits[i] = Revisit{.choice = choices[i],
                          .before = *std::move((*pages)[i]),
                          .version = std::move((*versions)[i]).value_or("")};
  }
  return revisits;
}

}  // namespace

std::unique_ptr<VisitSource> CrawlParts::make_source(const CrawlOptions& options,
                                                     CrawlTables& tables, telemetry::Log& log) {
  if (!options.run) return std::make_unique<OneShotSource>(tables.frontier);
  return std::make_unique<ContinuousSource>(
      *options.run, tables.frontier, tables.sites, tables.known,
      ContinuousSource::Callbacks{
          .look_up = [&](const auto& choices) { return look_up(tables, log, choices); },
          .is_store_remote = options.agent.has_value(),
          .is_outside = [this](const store::PageState& page) { return admission.is_outside(page); },
          .is_for_rules = [this](store::PageId page) { return rules.is_redirect(page); },
          .has_new_pages = [&] { return tables.stats.now.waiting > 0; }});
}

CrawlParts::CrawlParts(const CrawlOptions& options, collection::Scope scope, CrawlTables& tables,
                       const Clock& clock, telemetry::Log& log)
    : dispatcher({.pending_per_worker = options.in_flight_per_worker,
                  .spreads_sites = options.politeness.per_host > 1 && !options.fetch.cookies}),
      failures(options, tables.sites, tables.stats, log),
      in_scope(tables.frontier, tables.sites, tables.known, tables.stats, log),
      outbox(options.agent ? options.agent->shards : store::ShardSet::all(), tables.journal),
      admission(options, std::move(scope), tables.view(), in_scope, outbox, log),
      inbox(admission, tables.known, tables.journal),
      source(make_source(options, tables, log)),
      rules(options, tables.view(), admission, failures, *source, log),
      visits(options, tables.view(), admission, failures.seeds(), *source, log),
      skipped(tables.view(),
              {rules, visits.first(), visits.repeated(), visits.soft_404(), *source}),
      seeds(options, tables.sites, tables.frontier,
            {admission, in_scope, skipped, failures.seeds()}),
      waiting({tables.store, tables.frontier, tables.sites, tables.journal}, admission, in_scope,
              visits.first().retries(), log),
      aliases(options, tables.view(),
              {admission, in_scope, skipped, visits.aliases(), source->is_endless()}, log),
      addresses(options, tables.view(), {rules, skipped, failures.seeds(), source->is_endless()},
                log),
      obstacles({tables.frontier, tables.sites, rules, *source, dispatcher}),
      maintenance(tables.known, tables.stats),
      control(options, clock, tables.view(),
              {admission, seeds, aliases, *source, dispatcher, obstacles, maintenance}),
      agent(clock, {tables.frontier, dispatcher, *source, inbox, control, tables.journal,
                    tables.stats, tables.known.revisits(), tables.store,
                    options.agent ? options.agent->shards : store::ShardSet()}) {}

}  // namespace freshet::crawl
