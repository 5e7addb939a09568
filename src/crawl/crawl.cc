#include "crawl/crawl.h"

#include <algorithm>
#include <filesystem>
#include <optional>

#include "crawl/archive_state.h"
#include "crawl/clock_mending.h"
#include "crawl/collection.h"
#include "crawl/data_folder.h"
#include "crawl/descriptor_plan.h"
#include "crawl/keeper.h"
#include "crawl/steering.h"
#include "fetch/fetcher.h"
#include "store/store.h"
#include "url/bad_port.h"
#include "warc/archive.h"

namespace freshet::crawl {
namespace {

namespace fs = std::filesystem;

// Has the crawl do with the descriptors that there are; how many the state may have.
Result<size_t> share_descriptors(CrawlOptions& options, telemetry::Log& log) {
  constexpr size_t kNotTables = 10;  // RocksDB counts them among max_open_files
  const auto plan = DescriptorPlan::make({.limit = descriptor_limit(),
                                          .open = open_descriptors(),
                                          .shards = options.shards,
                                          .connections = options.fetch.max_connections});
  if (!plan) return Unexpected(plan.error());
  if (plan->connections < options.fetch.max_connections) {
    log.info("few file descriptors: fewer connections than net.max_connections; see ulimit -n",
             {{"connections", plan->connections}});
  }
  options.shards = plan->shards;
  options.fetch.max_connections = plan->connections / plan->shards;
  options.in_flight_per_shard =
      std::min(options.in_flight_per_shard, options.fetch.max_connections);
  return plan->state_files + kNotTables;
}

// What is in force from now on: what was kept, and what is said against it.
Result<Steering> steer(const store::Store& store, CrawlOptions& options,
                       std::vector<url::Url>& seeds) {
  auto steering = kept_steering(store);
  if (!steering) return steering;
  for (const url::Url& seed : seeds) add_seed(*steering, seed);
  const bool keeps_scope = options.run && options.run->keep_scope && steering->scope;
  if (keeps_scope) options.scope = *steering->scope;
  steering->scope = options.scope;
  if (!options.run) return steering;  // what it collects is its own affair
  auto all = parse_seeds(steering->seeds);
  if (!all) return Unexpected(all.error());
  if (all->empty()) {
    return fail("there are no seeds in " + options.data_folder +
                ": name where to begin, such as https://example.com/");
  }
  seeds = std::move(*all);
  if (!options.run->requests_per_second) {
    options.run->requests_per_second = steering->requests_per_second.value_or(1);
  }
  steering->requests_per_second = options.run->requests_per_second;
  return steering;
}

url::Url without_login(const url::Url& url) {
  std::string text(url.href());
  const size_t begin = text.find("://") + 3;
  text.erase(begin, text.find('@', begin) + 1 - begin);
  return url::parse(text).value();
}

}  // namespace

Result<std::vector<url::Url>> parse_seeds(const std::vector<std::string>& texts) {
  std::vector<url::Url> seeds;
  for (const std::string& text : texts) {
    // "example.com" is what people type.
    const bool has_scheme = text.find("://") != std::string::npos;
    auto url = url::parse(has_scheme ? text : "https://" + text);
    if (!url) {
      return fail("the seed " + text + " is not a URL: " + std::string(describe(url.error())));
    }
    if (!url->is_web()) return fail("the seed " + text + " is not http or https");
    if (url::is_bad_port(url->effective_port())) {
      return fail("the seed " + text + " has port " + std::to_string(url->effective_port()) +
                  ", where something other than a web server listens: such ports are never asked");
    }
    // A login is not sent, and must not be kept and shown; net.basic_auth has those.
    if (!url->username().empty() || !url->password().empty()) url = without_login(*url);
    seeds.push_back(std::move(*url));
  }
  return seeds;
}

struct Crawl::Impl {
  CrawlOptions options;
  std::optional<SteadiedClock> clock;
  std::unique_ptr<store::Store> store;
  std::unique_ptr<warc::Archive> archive;
  std::unique_ptr<Keeper> keeper;
};

Crawl::Crawl(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Crawl::~Crawl() = default;

Result<std::unique_ptr<Crawl>> Crawl::open(CrawlOptions options, const Clock& clock,
                                           telemetry::Log& log) {
  auto impl = std::make_unique<Impl>();
  impl->options = std::move(options);
  CrawlOptions& o = impl->options;

  auto seeds = parse_seeds(o.seeds);
  if (!seeds) return Unexpected(seeds.error());
  auto scope = Scope::make(o.scope, *seeds);
  if (!scope) return Unexpected(scope.error());

  const fs::path folder = o.data_folder;
  const auto state_files = share_descriptors(o, log);
  if (!state_files) return Unexpected(state_files.error());
  o.fetch.body_budget = std::make_shared<fetch::BodyBudget>(fetch::BodyBudget::Limits{
      .bytes = o.max_bytes_in_flight, .bodies = o.fetch.max_connections * o.shards});
  if (const Status ready = prepare_data_folder(folder, o.follow_links); !ready) {
    return Unexpected(ready.error());
  }
  store::StoreOptions state = state_options(o.data_folder);
  state.max_open_files = *state_files;
  auto store = store::open_rocksdb_store((folder / "state").string(), state);
  if (!store) return Unexpected(store.error());
  impl->store = std::move(*store);
  if (const Status marked = mark_data_folder(folder); !marked) {
    log.warning("the data folder cannot be marked", {{"reason", marked.error().message}});
  }
  impl->clock.emplace(clock);
  if (const Status mended = mend_times(*impl->store, impl->clock->now(), log); !mended) {
    return Unexpected(mended.error());
  }
  auto steering = steer(*impl->store, o, *seeds);
  if (!steering) return Unexpected(steering.error());
  scope = Scope::make(o.scope, *seeds);
  if (!scope) return Unexpected(scope.error());
  auto archive = open_archive(*impl->store, folder / "warc", o.archive, impl->clock->now(), log);
  if (!archive) return Unexpected(archive.error());
  impl->archive = std::move(*archive);
  for (const std::string& remark : impl->archive->remarks()) {
    log.error("the archive is damaged: what stands there is lost, all else is kept",
              {{"where", remark}});
  }

  impl->keeper = std::make_unique<Keeper>(o, std::move(*scope), *impl->store, *impl->archive,
                                          *impl->clock, log);
  if (const Status prepared = impl->keeper->prepare(*seeds, std::move(*steering)); !prepared) {
    return Unexpected(prepared.error());
  }
  return std::unique_ptr<Crawl>(new Crawl(std::move(impl)));
}

Status Crawl::run() {
  return impl_->keeper->run([this](eventloop::Loop& loop) {
    return fetch::make_curl_fetcher(loop, impl_->options.fetch);
  });
}

store::Store& Crawl::store() {
  return *impl_->store;
}

void Crawl::watch_commits(std::function<void(const store::Batch&)> watch) {
  impl_->keeper->watch_commits(std::move(watch));
}

void Crawl::stop() {
  impl_->keeper->stop();
}

Result<Answer> Crawl::perform(const Command& command) {
  return impl_->keeper->perform(command);
}

Duration Crawl::clock_set_by() const {
  return impl_->clock->set_by();
}

Progress Crawl::progress() const {
  return impl_->keeper->progress();
}

}  // namespace freshet::crawl
