#include "crawl/control_service.h"

#include <algorithm>
#include <utility>

#include "collection/keys.h"
#include "collection/replay.h"
#include "collection/report_aliases.h"
#include "collection/report_changes.h"
#include "collection/report_page.h"
#include "collection/report_status.h"
#include "collection/seeds.h"

namespace freshet::crawl {
namespace {

using collection::Answer;
using collection::Obstacle;
using collection::RunControl;

// Limit for the search of links to a URL of which nothing was recorded: the run waits meanwhile.
constexpr uint64_t kPagesSearched = 200'000;
// Limit for a table of all pages, likewise: reading a million takes some seconds.
constexpr uint64_t kPagesOfTable = 1'000'000;
// A finished visit is in the store after this, unless writing fails.
constexpr Duration kUntilSettled = Duration::seconds(2);

}  // namespace

ControlService::ControlService(const CrawlOptions& options, const Clock& clock,
                               const Admission::Tables& tables, const Parts& parts)
    : options_(options), clock_(clock), tables_(tables), parts_(parts) {}

void ControlService::start(RunControl run_control) {
  run_control_ = std::move(run_control);
  is_paused_ = options_.run && run_control_.paused;
}

Result<Answer> ControlService::perform(const collection::Command& command) {
  return std::visit([this](const auto& one) -> Result<Answer> { return answer(one); }, command);
}

collection::RunControlReport ControlService::report() const {
  return {.running = true,
          .stopping = is_stopping_,
          .paused = is_paused_,
          .requests_per_second = parts_.source.rate(),
          .seeds = run_control_.seeds};
}

// Commits at once, because the client gets the confirmation.
Status ControlService::keep_run_control() {
  run_control_.paused = is_paused_;
  tables_.journal.batch().facts.emplace_back(collection::kRunControlFact, run_control_.encode());
  if (!tables_.journal.commit()) {
    return fail("the change is in force, but it could not be stored and is lost when the run ends");
  }
  return Done{};
}

Result<Answer> ControlService::save() {
  if (Status kept = keep_run_control(); !kept) return Unexpected(kept.error());
  return report();
}

Status ControlService::follow(const RunControl& run_control) {
  is_paused_ = run_control.paused;
  if (run_control.not_aliases != run_control_.not_aliases) {
    Status excluded = parts_.aliases.exclude(run_control.not_aliases, clock_.now());
    if (!excluded) return excluded;
  }
  if (run_control.seeds == run_control_.seeds) {
    run_control_ = run_control;
    return Done{};
  }
  if (Status changed = change_seeds(run_control); !changed) return changed;
  if (Status readmitted = parts_.admission.readmit(clock_.now()); !readmitted) return readmitted;
  parts_.admission.store_rules();
  return Done{};
}

Result<Answer> ControlService::answer(const collection::Pause& /*pause*/) {
  is_paused_ = true;
  return save();
}

Result<Answer> ControlService::answer(const collection::Resume& /*resume*/) {
  is_paused_ = false;
  return save();
}

Result<Answer> ControlService::answer(const collection::SetBudget& set) {
  const Status is_set = parts_.source.set_rate(set.requests_per_second, clock_.now());
  if (!is_set) return Unexpected(is_set.error());
  run_control_.requests_per_second = set.requests_per_second;
  return save();
}

Result<Answer> ControlService::answer(const collection::SeedsQuery& /*query*/) {
  return report();
}

Result<Answer> ControlService::answer(const collection::Stop& /*stop*/) {
  wants_stop_ = true;
  collection::RunControlReport stopping = report();
  stopping.stopping = true;
  return stopping;
}

Status ControlService::change_seeds(RunControl run_control) {
  if (Status changed = parts_.seeds.change(run_control, clock_.now()); !changed) return changed;
  run_control_ = std::move(run_control);
  return parts_.aliases.fit_to_scope(clock_.now());
}

Result<Answer> ControlService::set_not_aliases(RunControl run_control) {
  Status excluded = parts_.aliases.exclude(run_control.not_aliases, clock_.now());
  if (!excluded) return Unexpected(excluded.error());
  run_control_ = std::move(run_control);
  if (Status kept = keep_run_control(); !kept) return Unexpected(kept.error());
  return answer(collection::AliasesQuery{});
}

Result<Answer> ControlService::answer(const collection::UndoAlias& undo) {
  RunControl run_control = run_control_;
  const auto site = collection::exclude_alias(run_control, undo.site);
  if (!site) return Unexpected(site.error());
  return set_not_aliases(std::move(run_control));
}

Result<Answer> ControlService::answer(const collection::AllowAlias& allow) {
  RunControl run_control = run_control_;
  const auto site = collection::allow_alias(run_control, allow.site);
  if (!site) return Unexpected(site.error());
  return set_not_aliases(std::move(run_control));
}

Result<Answer> ControlService::answer(const collection::AliasesQuery& /*query*/) {
  tables_.journal.commit();  // the report reads the store
  auto report = collection::report_aliases(tables_.store, run_control_);
  if (!report) return Unexpected(report.error());
  return std::move(*report);
}

Result<Answer> ControlService::answer(const collection::AddSeed& add) {
  const auto seeds = collection::parse_seeds({add.url});
  if (!seeds) return Unexpected(seeds.error());
  RunControl run_control = run_control_;
  if (!collection::add_seed(run_control, seeds->front())) return report();
  if (Status changed = change_seeds(std::move(run_control)); !changed) {
    return Unexpected(changed.error());
  }
  if (Status readmitted = parts_.admission.readmit(clock_.now()); !readmitted) {
    return Unexpected(std::move(readmitted).error().within("queueing what the new seed admits"));
  }
  parts_.admission.store_rules();
  return save();
}

Result<Answer> ControlService::answer(const collection::RemoveSeed& remove) {
  const auto named = collection::parse_seeds({remove.url});
  if (!named) return Unexpected(named.error());
  RunControl run_control = run_control_;
  if (std::erase(run_control.seeds, named->front().without_fragment()) == 0) {
    return fail(std::string(named->front().href()) + " is not a seed");
  }
  if (Status changed = change_seeds(std::move(run_control)); !changed) {
    return Unexpected(changed.error());
  }
  parts_.admission.store_rules();
  return save();
}

Result<Answer> ControlService::answer(const collection::CycleQuery& query) {
  tables_.journal.commit();  // the report reads the store
  auto report = collection::report_cycle(tables_.store, {.query = query,
                                                         .now = clock_.now(),
                                                         .east = options_.collection.refresh.east,
                                                         .most_pages = kPagesOfTable});
  if (!report) return Unexpected(report.error());
  report->running = true;
  if (options_.run) report->policy = options_.collection.refresh.policy;
  return *std::move(report);
}

Result<Answer> ControlService::answer(const collection::PageQuery& query) {
  tables_.journal.commit();  // the report reads the store
  const Instant now = clock_.now();
  auto report = collection::report_page({.store = tables_.store,
                                         .refresher = tables_.known.refresher_if_any(),
                                         .scope = &parts_.admission.scope(),
                                         .options = options_.collection,
                                         .in_links = tables_.known.in_links_if_any(),
                                         .absent = tables_.known.absent_if_any(),
                                         .most_pages_searched = kPagesSearched,
                                         .now = now},
                                        query.url);
  if (!report) return Unexpected(report.error());
  Obstacle& obstacle = report->obstacle;
  // A page that is never requested has no other obstacle.
  if (obstacle.kind == Obstacle::Kind::kNone) obstacle = obstacle_of(*report, now);
  // No visit takes place before its obstacle is gone.
  if (obstacle.until == Instant::never()) report->next_visit.reset();
  if (report->next_visit) {
    report->next_visit = std::max({*report->next_visit, obstacle.until.value_or(now), now});
  }
  return std::move(*report);
}

Obstacle ControlService::obstacle_of(const collection::PageReport& report, Instant now) const {
  if (is_stopping_) {
    return {Obstacle::Kind::kNotRunning, "the run is about to end", std::nullopt};
  }
  if (is_paused()) return {Obstacle::Kind::kPaused, "the run is paused", Instant::never()};
  return parts_.obstacles.of(report, now);
}

Result<Answer> ControlService::answer(const collection::StatusQuery& query) {
  const Instant now = clock_.now();
  RunStats& stats = tables_.stats;
  collection::StatusReport report{.running = true,
                                  .paused = is_paused(),
                                  .out_of_room = tables_.journal.is_stalled(),
                                  .at = now,
                                  .since = started_,
                                  .seeds = run_control_.seeds,
                                  .pages = stats.now.pages,
                                  .gone = stats.gone,
                                  .left = stats.left,
                                  .waiting = stats.now.waiting,
                                  .in_flight = parts_.dispatcher.pending(),
                                  .errors = stats.now.error_kinds,
                                  .archive_lost = tables_.journal.lost_files().names()};
  if (options_.uploads) report.uploads = options_.uploads();
  report.sites.known = tables_.sites.known();
  const collection::Spending spent = parts_.maintenance.spent();
  report.spent = {stats.meter.last_minute(now),
                  stats.meter.last_hour(now),
                  stats.meter.last_day(now),
                  stats.now.requests,
                  spent.requests,
                  spent.since};
  parts_.source.describe(report, now);
  collection::StatusBuilder builder(std::move(report), tables_.known.refresher_if_any());
  tables_.sites.for_each([&](const SiteEntry& entry) {
    if (entry.is_alias) builder.add_alias(entry.state, *entry.alias());
    if (!entry.state.in_scope) return;
    collection::SiteReport site = builder.describe(entry.state);
    site.obstacle = parts_.obstacles.of(entry, now);
    site.last_failure = entry.last_failure();
    site.wall = entry.wall();
    if (entry.decoded) site.recipes = entry.decoded->recipes;
    if (const auto share = entry.error_share()) site.error_share = share;
    builder.add(std::move(site));
  });
  return builder.finish(query, tables_.store, options_.collection);
}

Result<Answer> ControlService::answer(const collection::ChangesQuery& query) {
  const Instant now = clock_.now();
  Instant before = Instant::never();
  if (query.settled) {
    // The same duration in the clock's time.
    const double pace = Duration::seconds(1).in_seconds() /
                        std::max(clock_.real(Duration::seconds(1)).in_seconds(), 1e-9);
    before = tables_.journal.commit()
                 ? now - Duration::from_seconds(kUntilSettled.in_seconds() * pace)
                 : Instant();
  } else {
    tables_.journal.commit();
  }
  auto report = collection::report_changes(tables_.store, query, now, before);
  if (!report) return Unexpected(report.error());
  return std::move(*report);
}

Result<Answer> ControlService::answer(const collection::Ping& notice) {
  if (!parts_.source.is_endless()) {
    return fail("this crawl visits every page once; pings need freshet run");
  }
  const Instant now = clock_.now();
  // A change in the future is treated as one of now.
  const Instant changed = std::min(notice.changed.value_or(now), now);
  collection::PingReport report;
  for (const std::string& url : notice.urls) {
    const std::string why = ping(url, changed, now, report);
    if (!why.empty()) report.ignored.push_back({url, why});
  }
  return report;
}

// Returns the reason if the notification is ignored.
std::string ControlService::ping(std::string_view text, Instant changed, Instant now,
                                 collection::PingReport& report) {
  const auto named = url::parse(text);
  const auto canonical = named && named->is_web()
                             ? url::Canonicalizer(options_.collection.canonical).canonical(*named)
                             : std::nullopt;
  if (!canonical) return "it is not an http or https URL";
  std::string url = canonical->text();
  const store::SiteId site = collection::page_key(url).site;
  if (const std::string* of = tables_.sites.aliases().of(site)) url = collection::at_site(*of, url);
  const store::PageKey key = collection::page_key(url);
  if (!parts_.admission.scope().admits(*url::parse(url))) return "it is outside the scope";
  if (tables_.known.ping(key.page, changed, now)) {
    ++report.announced;
  } else if (tables_.frontier.is_seen(key.page)) {
    return "it is already waiting for its visit";
  } else {
    const auto reason = parts_.admission.try_to_admit({.key = key, .url = url}, {.depth = 1}, now);
    if (reason) return std::string(collection::describe(*reason));
    ++report.queued;
  }
  return "";
}

}  // namespace freshet::crawl
