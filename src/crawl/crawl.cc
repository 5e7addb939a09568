#include "crawl/crawl.h"

#include <algorithm>
#include <filesystem>
#include <optional>

#include "collection/clock_correction.h"
#include "collection/collection.h"
#include "collection/data_folder.h"
#include "collection/run_control.h"
#include "collection/seeds.h"
#include "collection/state.h"
#include "crawl/archive_state.h"
#include "crawl/descriptor_plan.h"
#include "crawl/engine.h"
#include "crawl/worker_thread.h"
#include "fetch/fetcher.h"
#include "store/store.h"
#include "warc/archive.h"

namespace freshet::crawl {
namespace {

namespace fs = std::filesystem;

// Adapts the options to the number of file descriptors. Returns how many the state may have.
Result<size_t> share_descriptors(CrawlOptions& options, telemetry::Log& log) {
  constexpr size_t kNotTables = 10;  // RocksDB counts them among max_open_files
  const auto plan = DescriptorPlan::make({.limit = descriptor_limit(),
                                          .open = open_descriptors(),
                                          .workers = options.workers,
                                          .connections = options.fetch.max_connections});
  if (!plan) return Unexpected(plan.error());
  if (plan->connections < options.fetch.max_connections) {
    log.info(
        "there are few file descriptors: using fewer connections than net.max_connections; see "
        "ulimit -n",
        {{"connections", plan->connections}});
  }
  options.workers = plan->workers;
  options.fetch.max_connections = plan->connections / plan->workers;
  options.in_flight_per_worker =
      std::min(options.in_flight_per_worker, options.fetch.max_connections);
  return plan->state_files + kNotTables;
}

// Returns the run control for this run: the stored one, changed by the options.
Result<collection::RunControl> merge_run_control(const store::Store& store, CrawlOptions& options,
                                                 std::vector<url::Url>& seeds) {
  auto run_control = collection::stored_run_control(store);
  if (!run_control) return run_control;
  for (const url::Url& seed : seeds) collection::add_seed(*run_control, seed);
  const bool keeps_scope = options.run && options.run->keep_scope && run_control->scope;
  if (keeps_scope) options.collection.scope = *run_control->scope;
  run_control->scope = options.collection.scope;
  // A crawl that visits every page once uses only its own seeds.
  if (!options.run) return run_control;
  auto all = collection::parse_seeds(run_control->seeds);
  if (!all) return Unexpected(all.error());
  if (all->empty()) {
    return fail("there are no seeds in " + options.collection.data_folder +
                ": name where to begin, such as https://example.com/");
  }
  seeds = std::move(*all);
  if (!options.run->requests_per_second) {
    options.run->requests_per_second = run_control->requests_per_second.value_or(1);
  }
  run_control->requests_per_second = options.run->requests_per_second;
  return run_control;
}

}  // namespace

struct Crawl::Impl {
  Status prepare_folder(telemetry::Log& log);
  Status start(const std::vector<url::Url>& seeds, collection::RunControl run_control,
               telemetry::Log& log);
  void watch_commits(std::function<void(const store::Batch&)> watch);
  void report_complete(uint32_t last) const {
    if (options.archive_completed && last > 0) options.archive_completed(last);
  }

  CrawlOptions options;
  std::optional<SteadiedClock> steadied_clock;  // not of an agent
  const Clock* clock = nullptr;
  std::unique_ptr<store::Store> own_store;  // not of an agent
  store::Store* store = nullptr;
  std::unique_ptr<warc::Archive> archive;
  std::optional<eventloop::Loop> loop;
  std::unique_ptr<Engine> engine;
  size_t state_files = 0;  // descriptors that the state may use
};

Crawl::Crawl(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Crawl::~Crawl() = default;

Status Crawl::Impl::prepare_folder(telemetry::Log& log) {
  const auto files = share_descriptors(options, log);
  if (!files) return Unexpected(files.error());
  state_files = *files;
  options.fetch.body_budget = std::make_shared<fetch::BodyBudget>(
      fetch::BodyBudget::Limits{.bytes = options.max_bytes_in_flight,
                                .bodies = options.fetch.max_connections * options.workers});
  if (options.agent) options.fetch.may_send = options.agent->may_send;
  return collection::prepare_data_folder(options.collection.data_folder,
                                         options.collection.follow_links);
}

// Opens the archive, and loads the state.
Status Crawl::Impl::start(const std::vector<url::Url>& seeds, collection::RunControl run_control,
                          telemetry::Log& log) {
  auto scope = collection::Scope::make(options.collection.scope, seeds);
  if (!scope) return Unexpected(scope.error());
  const ArchivePlace place{.folder = fs::path(options.collection.data_folder) / "warc",
                           .writer = options.agent ? options.agent->writer : uint16_t{0}};
  auto opened = open_archive(*store, place, options.archive, clock->now(), log);
  if (!opened) return Unexpected(opened.error());
  archive = std::move(*opened);
  for (const std::string& remark : archive->remarks()) {
    log.error("the archive is damaged: the records at this place are lost, all others are kept",
              {{"where", remark}});
  }
  engine = std::make_unique<Engine>(options, std::move(*scope),
                                    Engine::World{*store, *archive, *clock, *loop, log});
  report_complete(archive->last_complete());
  watch_commits({});
  return engine->prepare(seeds, std::move(run_control));
}

void Crawl::Impl::watch_commits(std::function<void(const store::Batch&)> watch) {
  engine->watch_commits([this, watch = std::move(watch)](const store::Batch& batch) {
    const auto end = synced_end(batch);
    if (end && end->file > 0) report_complete(end->file - 1);
    if (watch) watch(batch);
  });
}

Result<std::unique_ptr<Crawl>> Crawl::open(CrawlOptions options, const Clock& clock,
                                           telemetry::Log& log) {
  auto impl = std::make_unique<Impl>();
  impl->options = std::move(options);
  CrawlOptions& o = impl->options;
  auto seeds = collection::parse_seeds(o.seeds);
  if (!seeds) return Unexpected(seeds.error());
  // Mistakes in the scope are reported before anything is created.
  const auto scope = collection::Scope::make(o.collection.scope, *seeds);
  if (!scope) return Unexpected(scope.error());
  if (Status ready = impl->prepare_folder(log); !ready) return Unexpected(ready.error());

  const fs::path folder = o.collection.data_folder;
  store::StoreOptions state = collection::state_options(o.collection.data_folder);
  state.max_open_files = impl->state_files;
  state.before_upgrade = [&log](uint32_t from, uint32_t to) {
    log.warning(
        "the state is upgraded to a new format, which takes minutes if there are many pages",
        {{"from", from}, {"to", to}});
  };
  auto store = store::open_rocksdb_store((folder / "state").string(), state);
  if (!store) return Unexpected(store.error());
  impl->own_store = std::move(*store);
  impl->store = impl->own_store.get();
  if (const Status marked = collection::mark_data_folder(folder); !marked) {
    log.warning("the data folder cannot be marked", {{"reason", marked.error().message}});
  }
  impl->steadied_clock.emplace(clock);
  impl->clock = &*impl->steadied_clock;
  impl->loop.emplace();
  if (const Status corrected = collection::correct_times(*impl->store, impl->clock->now(), log);
      !corrected) {
    return Unexpected(corrected.error());
  }
  auto run_control = merge_run_control(*impl->store, o, *seeds);
  if (!run_control) return Unexpected(run_control.error());
  if (Status started = impl->start(*seeds, std::move(*run_control), log); !started) {
    return Unexpected(started.error());
  }
  return std::unique_ptr<Crawl>(new Crawl(std::move(impl)));
}

Result<std::unique_ptr<Crawl>> Crawl::open_agent(CrawlOptions options,
                                                 collection::RunControl run_control,
                                                 store::Store& store, const Clock& clock,
                                                 telemetry::Log& log) {
  auto impl = std::make_unique<Impl>();
  impl->options = std::move(options);
  impl->store = &store;
  impl->clock = &clock;
  if (Status ready = impl->prepare_folder(log); !ready) return Unexpected(ready.error());
  const Status marked = collection::mark_data_folder(impl->options.collection.data_folder);
  if (!marked) {
    log.warning("the data folder cannot be marked", {{"reason", marked.error().message}});
  }
  impl->loop.emplace();
  const auto seeds = collection::parse_seeds(run_control.seeds);
  if (!seeds) return Unexpected(seeds.error());
  if (run_control.scope) impl->options.collection.scope = *run_control.scope;
  if (Status started = impl->start(*seeds, std::move(run_control), log); !started) {
    return Unexpected(started.error());
  }
  return std::unique_ptr<Crawl>(new Crawl(std::move(impl)));
}

void Crawl::post(std::function<void(AgentPort&)> call) {
  impl_->engine->post(std::move(call));
}

Status Crawl::run() {
  const CrawlOptions& options = impl_->options;
  Status status = impl_->engine->run([&](const Report& report) {
    const auto make_fetcher = [&](eventloop::Loop& loop) {
      return fetch::make_curl_fetcher(loop, options.fetch);
    };
    std::vector<std::unique_ptr<Worker>> workers;
    for (size_t i = 0; i < std::max<size_t>(options.workers, 1); ++i) {
      workers.push_back(
          std::make_unique<WorkerThread>(options, *impl_->clock, make_fetcher, report));
    }
    return workers;
  });
  // The last file was closed, and the state with its end is on the disk.
  if (status) impl_->report_complete(impl_->archive->last_complete());
  return status;
}

store::Store& Crawl::store() {
  return *impl_->store;
}

void Crawl::watch_commits(std::function<void(const store::Batch&)> watch) {
  impl_->watch_commits(std::move(watch));
}

void Crawl::stop() {
  impl_->engine->stop();
}

Result<collection::Answer> Crawl::perform(const collection::Command& command) {
  return impl_->engine->perform(command);
}

Duration Crawl::clock_set_by() const {
  return impl_->steadied_clock ? impl_->steadied_clock->set_by() : Duration();
}

Progress Crawl::progress() const {
  return impl_->engine->progress();
}

}  // namespace freshet::crawl
