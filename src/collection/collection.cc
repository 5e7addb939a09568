#include "collection/collection.h"

#include <filesystem>

#include "collection/admission_rules.h"
#include "collection/lost_files.h"
#include "collection/page_status.h"
#include "collection/replay.h"
#include "collection/report_aliases.h"
#include "collection/report_changes.h"
#include "collection/report_page.h"
#include "collection/report_status.h"
#include "collection/run_control.h"
#include "collection/seeds.h"
#include "collection/site_profile.h"
#include "collection/spending.h"
#include "collection/state.h"
#include "store/state_folder.h"

namespace freshet::collection {
namespace {

constexpr char kNothingRuns[] = "no crawl or run is working on this collection";

}  // namespace

struct Collection::Impl {
  Impl(const Options& given, const Clock& its_clock) : options(given), clock(its_clock) {}

  Options options;
  const Clock& clock;
  std::unique_ptr<store::Store> store;
  bool has_own_archive = true;  // the archive of the data folder is all of it
  std::string damage;
  std::string older_format;
  RunControl run_control;
  std::optional<Scope> scope;
  std::unique_ptr<refresh::Refresher> refresher;
  std::optional<InLinks> in_links;
  uint64_t gone = 0;
  uint64_t left = 0;

  Status load_rules();
  Status load_estimates();
  Result<Answer> perform(const StatusQuery& query);
  Result<Answer> perform(const CycleQuery& query);
  Result<Answer> perform(const PageQuery& query);
  Result<Answer> perform(const ChangesQuery& query);
  Result<Answer> perform(const SeedsQuery& query);
  Result<Answer> perform(const AliasesQuery& query);
  template <typename RunCommand>
  Result<Answer> perform(const RunCommand& /*command*/) {
    return fail(kNothingRuns);
  }
};

Collection::Collection(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Collection::~Collection() = default;

Result<std::unique_ptr<Collection>> Collection::open(const Options& options, const Clock& clock) {
  auto impl = std::make_unique<Impl>(options, clock);
  auto store = open_state_to_read(options.data_folder);
  if (!store) {
    const Error refused = store.error();
    store = open_state_to_read(options.data_folder, store::OlderIds::kAccept);
    if (!store) return Unexpected(refused);
    impl->older_format = refused.message;
  }
  impl->store = std::move(*store);
  const auto compared = store::compare_with_mark_of(*state_folder(options.data_folder),
                                                    state_options(options.data_folder).mark_file);
  if (!compared) impl->damage = compared.error().message;
  if (Status loaded = impl->load_rules(); !loaded) return Unexpected(loaded.error());
  return std::unique_ptr<Collection>(new Collection(std::move(impl)));
}

Result<std::unique_ptr<Collection>> Collection::open_shared(const Options& options,
                                                            std::unique_ptr<store::Store> store,
                                                            const Clock& clock) {
  auto impl = std::make_unique<Impl>(options, clock);
  impl->has_own_archive = false;
  impl->store = std::move(store);
  if (Status loaded = impl->load_rules(); !loaded) return Unexpected(loaded.error());
  return std::unique_ptr<Collection>(new Collection(std::move(impl)));
}

const std::string& Collection::damage() const {
  return impl_->damage;
}

const std::string& Collection::older_format() const {
  return impl_->older_format;
}

Result<Answer> Collection::perform(const Command& command) {
  return std::visit([this](const auto& one) -> Result<Answer> { return impl_->perform(one); },
                    command);
}

// Loads the run control, and the rules of the last start.
Status Collection::Impl::load_rules() {
  auto stored = stored_run_control(*store);
  if (!stored) return Unexpected(stored.error());
  run_control = *std::move(stored);
  auto kept = stored_admission_rules(*store);
  if (!kept) return Unexpected(kept.error());
  std::vector<std::string> named = run_control.seeds;
  if (run_control.scope) options.scope = *run_control.scope;
  if (*kept) {
    named = (*kept)->seeds;
    options.scope = (*kept)->scope;
    options.traps = (*kept)->traps;
    options.max_pages_per_site = (*kept)->max_pages_per_site;
  }
  // Old seeds may not be valid any more; reports then say nothing about the scope.
  const auto seeds = parse_seeds(named);
  if (!seeds || seeds->empty()) return Done{};
  auto made = Scope::make(options.scope, *seeds);
  if (made) scope.emplace(std::move(*made));
  return Done{};
}

// Loads the estimates at the first query that needs them, because it reads every page.
Status Collection::Impl::load_estimates() {
  if (refresher) return Done{};
  refresher = std::make_unique<refresh::Refresher>(options.refresh);
  const Importance importance = options.importance;
  if (importance == Importance::kLinks) {
    auto counted = count_in_links(*store);
    if (!counted) return Unexpected(counted.error());
    in_links = std::move(*counted);
  }
  const Instant now = clock.now();
  const auto count = [this](const store::PageState& page) {
    gone += is_gone(page) ? 1 : 0;
    left += page.left ? 1 : 0;
  };
  Status read = replay_collection(*store, {importance, in_links ? &*in_links : nullptr, now, count},
                                  *refresher);
  if (!read) return read;
  std::unordered_map<uint64_t, bool> in_scope;
  read = store->each_site([&](const store::SiteState& site) {
    in_scope.emplace(site.id.value, site.in_scope);
    return true;
  });
  refresher->restrict_to([&](store::SiteId site) { return in_scope[site.value]; }, now);
  return read;
}

Result<Answer> Collection::Impl::perform(const StatusQuery& query) {
  if (Status loaded = load_estimates(); !loaded) return Unexpected(loaded.error());
  const Instant now = clock.now();
  const auto lost = stored_lost_files(*store);
  if (!lost) return Unexpected(lost.error());
  const auto uploaded = warc::count_uploads(std::filesystem::path(options.data_folder) / "warc", 0);
  StatusReport report{.paused = run_control.paused,
                      .at = now,
                      .seeds = run_control.seeds,
                      .gone = gone,
                      .left = left,
                      .requests_per_second = run_control.requests_per_second,
                      .archive_lost = lost->names()};
  if (has_own_archive && uploaded && uploaded->files > 0) report.uploads = *uploaded;
  const Spending spent = stored_spending(*store);
  report.spent.all = spent.requests;
  report.spent.since = spent.since;
  StatusBuilder builder(std::move(report), refresher.get());
  const Status read = store->each_site([&](const store::SiteState& site) {
    builder.count_site();
    if (SiteProfile::has_alias(site.learned)) {
      if (auto alias = SiteProfile::decode(site.learned).alias) builder.add_alias(site, *alias);
    }
    if (!site.in_scope) return true;
    builder.add_waiting(site.waiting);
    SiteReport one = builder.describe(site);
    if (site.resting_until > now) {
      one.obstacle = {Obstacle::Kind::kBackOff, words_of_rest(one.last_failure, one.wall),
                      site.resting_until};
    }
    builder.add(std::move(one));
    return true;
  });
  if (!read) return Unexpected(read.error());
  return builder.finish(query, *store, options);
}

Result<Answer> Collection::Impl::perform(const CycleQuery& query) {
  auto report =
      report_cycle(*store, {.query = query, .now = clock.now(), .east = options.refresh.east});
  if (!report) return Unexpected(report.error());
  const auto policy = store->fact(kPolicyFact);
  if (!policy) return Unexpected(policy.error());
  report->policy = policy->value_or("");
  return *std::move(report);
}

Result<Answer> Collection::Impl::perform(const PageQuery& query) {
  if (!older_format.empty()) return fail(older_format);
  if (Status loaded = load_estimates(); !loaded) return Unexpected(loaded.error());
  auto report = report_page({.store = *store,
                             .refresher = refresher.get(),
                             .scope = scope ? &*scope : nullptr,
                             .options = options,
                             .in_links = in_links ? &*in_links : nullptr,
                             .now = clock.now()},
                            query.url);
  if (!report) return Unexpected(report.error());
  if (report->obstacle.kind == Obstacle::Kind::kNone && report->page) {
    report->obstacle = {Obstacle::Kind::kNotRunning, kNothingRuns, Instant::never()};
  }
  report->next_visit.reset();  // no run will visit it
  return std::move(*report);
}

Result<Answer> Collection::Impl::perform(const ChangesQuery& query) {
  auto report = report_changes(*store, query, clock.now(), Instant::never());
  if (!report) return Unexpected(report.error());
  return std::move(*report);
}

Result<Answer> Collection::Impl::perform(const SeedsQuery& /*query*/) {
  return RunControlReport{.paused = run_control.paused,
                          .requests_per_second = run_control.requests_per_second,
                          .seeds = run_control.seeds};
}

Result<Answer> Collection::Impl::perform(const AliasesQuery& /*query*/) {
  auto report = report_aliases(*store, run_control);
  if (!report) return Unexpected(report.error());
  return std::move(*report);
}

}  // namespace freshet::collection
