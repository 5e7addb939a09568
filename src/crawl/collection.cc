#include "crawl/collection.h"

#include <filesystem>

#include "crawl/admission.h"
#include "crawl/attended.h"
#include "crawl/crawl.h"
#include "crawl/keeper.h"
#include "crawl/lost_files.h"
#include "crawl/recall.h"
#include "crawl/reports.h"
#include "crawl/spending.h"
#include "crawl/steering.h"
#include "store/state_folder.h"

namespace freshet::crawl {
namespace {

constexpr char kNothingRuns[] = "nothing is running on this collection";

// The folder of the state, if there is one.
Result<std::string> state_in(const std::string& data_folder) {
  const std::filesystem::path state = std::filesystem::path(data_folder) / "state";
  std::error_code error;
  if (std::filesystem::exists(state / "CURRENT", error)) return state.string();
  const bool was_there = std::filesystem::exists(state_options(data_folder).mark_file, error);
  if (!was_there) {
    return fail("there is no collection in " + data_folder + ": name its folder with --data");
  }
  return fail("the state of the collection in " + data_folder + " is damaged: " +
              (state / "CURRENT").string() + " is not there; " + std::string(store::kHowToMend));
}

}  // namespace

store::StoreOptions state_options(const std::string& data_folder) {
  return {.mark_file = (std::filesystem::path(data_folder) / "state.mark").string(),
          .marked_facts = {kSteeringFact, kAdmissionFact}};
}

Result<std::unique_ptr<store::Store>> open_state(const std::string& data_folder) {
  const auto state = state_in(data_folder);
  if (!state) return Unexpected(state.error());
  return store::open_rocksdb_store(*state, state_options(data_folder));
}

Result<std::unique_ptr<store::Store>> open_state_to_read(const std::string& data_folder) {
  const auto state = state_in(data_folder);
  if (!state) return Unexpected(state.error());
  return store::open_rocksdb_store_to_read(*state, state_options(data_folder));
}

struct Collection::Impl {
  Impl(const CrawlOptions& given, const Clock& its_clock) : options(given), clock(its_clock) {}

  CrawlOptions options;
  const Clock& clock;
  std::unique_ptr<store::Store> store;
  std::string damage;
  Steering steering;
  std::optional<Scope> scope;
  std::unique_ptr<refresh::Refresher> refresher;
  std::optional<InLinks> in_links;
  uint64_t gone = 0;
  uint64_t left = 0;

  Status recall_rules();
  Status recall();
  Result<Answer> perform(const AskStatus& ask);
  Result<Answer> perform(const AskWhy& ask);
  Result<Answer> perform(const AskChanges& ask);
  Result<Answer> perform(const AskSeeds& ask);
  template <typename Steers>
  Result<Answer> perform(const Steers& /*command*/) {
    return fail(kNothingRuns);
  }
};

Collection::Collection(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Collection::~Collection() = default;

Result<std::unique_ptr<Collection>> Collection::open(const CrawlOptions& options,
                                                     const Clock& clock) {
  auto store = open_state_to_read(options.data_folder);
  if (!store) return Unexpected(store.error());
  auto impl = std::make_unique<Impl>(options, clock);
  impl->store = std::move(*store);
  const auto compared = store::compare_with_mark_of(*state_in(options.data_folder),
                                                    state_options(options.data_folder).mark_file);
  if (!compared) impl->damage = compared.error().message;
  auto steering = kept_steering(*impl->store);
  if (!steering) return Unexpected(steering.error());
  impl->steering = std::move(*steering);
  if (Status read = impl->recall_rules(); !read) return Unexpected(read.error());
  return std::unique_ptr<Collection>(new Collection(std::move(impl)));
}

const std::string& Collection::damage() const {
  return impl_->damage;
}

Result<Answer> Collection::perform(const Command& command) {
  return std::visit([this](const auto& one) -> Result<Answer> { return impl_->perform(one); },
                    command);
}

// Those of the last start are in force.
Status Collection::Impl::recall_rules() {
  auto kept = kept_admission_rules(*store);
  if (!kept) return Unexpected(kept.error());
  std::vector<std::string> named = steering.seeds;
  if (steering.scope) options.scope = *steering.scope;
  if (*kept) {
    named = (*kept)->seeds;
    options.scope = (*kept)->scope;
    options.traps = (*kept)->traps;
    options.limits.max_pages_per_site = (*kept)->max_pages_per_site;
  }
  // What a person typed years ago may not be understood any more: then nothing is said of scope.
  const auto seeds = parse_seeds(named);
  if (!seeds || seeds->empty()) return Done{};
  auto made = Scope::make(options.scope, *seeds);
  if (made) scope.emplace(std::move(*made));
  return Done{};
}

// Once, and only for those who ask what is believed: it reads every page.
Status Collection::Impl::recall() {
  if (refresher) return Done{};
  refresher = std::make_unique<refresh::Refresher>(options.run ? options.run->refresh
                                                               : refresh::RefreshOptions());
  const Importance importance = options.run ? options.run->importance : Importance::kLinks;
  if (importance == Importance::kLinks) {
    auto counted = count_in_links(*store);
    if (!counted) return Unexpected(counted.error());
    in_links = std::move(*counted);
  }
  const Instant now = clock.now();
  const auto count = [this](const store::PageState& page) {
    gone += is_gone(page) ? 1 : 0;
    left += page.left != Instant() ? 1 : 0;
  };
  Status read = recall_collection(*store, {importance, in_links ? &*in_links : nullptr, now, count},
                                  *refresher);
  if (!read) return read;
  std::unordered_map<uint64_t, bool> in_scope;
  read = store->each_site([&](const store::SiteState& site) {
    in_scope.emplace(site.id.value, site.in_scope);
    return true;
  });
  refresher->choose_among([&](store::SiteId site) { return in_scope[site.value]; }, now);
  return read;
}

Result<Answer> Collection::Impl::perform(const AskStatus& ask) {
  if (Status recalled = recall(); !recalled) return Unexpected(recalled.error());
  const Instant now = clock.now();
  StatusReport report{.paused = steering.paused,
                      .at = now,
                      .seeds = steering.seeds,
                      .gone = gone,
                      .left = left,
                      .requests_per_second = steering.requests_per_second};
  const Spending spent = kept_spending(*store);
  const auto lost = kept_lost_files(*store);
  if (!lost) return Unexpected(lost.error());
  report.archive_lost = lost->names();
  report.spent.all = spent.requests;
  report.spent.since = spent.since;
  report_belief(*refresher, now, report);
  const BeliefBySite believed = refresher->believed_by_site(now);
  const Status read = store->each_site([&](const store::SiteState& site) {
    ++report.sites.known;
    if (!site.in_scope) return true;
    ++report.sites.in_scope;
    report.waiting += site.waiting;
    SiteReport one = report_site(site, believed);
    if (one.last_failure) report.failing.push_back(one);
    if (site.resting_until > now) {
      one.obstacle = {"back_off", words_of_rest(one), site.resting_until};
      ++report.sites.resting;
      report.held.push_back(one);
    }
    if (one.wall) report.walled.push_back(one);
    one.rewrites = recent_rewrites(*refresher, site.id, now);
    if (!one.rewrites.empty()) report.rewritten.push_back(one);
    report.by_site.push_back(std::move(one));
    return true;
  });
  if (!read) return Unexpected(read.error());
  choose_sites(ask, report.by_site);
  choose_sites(ask, report.held);
  choose_sites(ask, report.failing);
  report.sites.walled = report.walled.size();
  choose_sites(ask, report.walled);
  report.sites.rewritten = report.rewritten.size();
  choose_sites(ask, report.rewritten);
  report.seeds_failed = failed_seeds(*store, options, steering.seeds);
  return report;
}

Result<Answer> Collection::Impl::perform(const AskWhy& ask) {
  if (Status recalled = recall(); !recalled) return Unexpected(recalled.error());
  auto report = report_page({.store = *store,
                             .refresher = refresher.get(),
                             .scope = scope ? &*scope : nullptr,
                             .options = options,
                             .in_links = in_links ? &*in_links : nullptr,
                             .now = clock.now()},
                            ask.url);
  if (!report) return Unexpected(report.error());
  if (report->obstacle.kind == "none" && report->page) {
    report->obstacle = {"not_running", kNothingRuns, Instant::never()};
  }
  report->next_visit.reset();  // nobody will
  return std::move(*report);
}

Result<Answer> Collection::Impl::perform(const AskChanges& ask) {
  auto report = report_changes(*store, ask, clock.now(), Instant::never());
  if (!report) return Unexpected(report.error());
  return std::move(*report);
}

Result<Answer> Collection::Impl::perform(const AskSeeds& /*ask*/) {
  return SteeringReport{.paused = steering.paused,
                        .requests_per_second = steering.requests_per_second,
                        .seeds = steering.seeds};
}

}  // namespace freshet::crawl
