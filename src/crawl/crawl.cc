#include "crawl/crawl.h"

#include <unistd.h>

#include <cerrno>
#include <filesystem>

#include "crawl/archive_state.h"
#include "crawl/collection.h"
#include "crawl/keeper.h"
#include "crawl/steering.h"
#include "fetch/fetcher.h"
#include "store/store.h"
#include "warc/archive.h"

namespace freshet::crawl {
namespace {

namespace fs = std::filesystem;

// The folders that a crawl writes to are there and can be written.
Status prepare_folders(const fs::path& folder) {
  for (const char* part : {"state", "warc"}) {
    const fs::path path = folder / part;
    std::error_code error;
    fs::create_directories(path, error);
    if (!error && access(path.c_str(), W_OK) != 0) {
      error = std::error_code(errno, std::generic_category());
    }
    if (error) {
      return fail("writing to " + path.string() + ": " + error.message() +
                  "; give a folder that can be written with --data");
    }
  }
  return Done{};
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
    seeds.push_back(std::move(*url));
  }
  return seeds;
}

struct Crawl::Impl {
  CrawlOptions options;
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
  if (const Status ready = prepare_folders(folder); !ready) return Unexpected(ready.error());
  auto store = store::open_rocksdb_store((folder / "state").string(), state_options(o.data_folder));
  if (!store) return Unexpected(store.error());
  impl->store = std::move(*store);
  auto steering = steer(*impl->store, o, *seeds);
  if (!steering) return Unexpected(steering.error());
  scope = Scope::make(o.scope, *seeds);
  if (!scope) return Unexpected(scope.error());
  auto archive = open_archive(*impl->store, folder / "warc", o.archive, clock.now(), log);
  if (!archive) return Unexpected(archive.error());
  impl->archive = std::move(*archive);
  for (const std::string& remark : impl->archive->remarks()) {
    log.error("the archive is damaged: what stands there is lost, all else is kept",
              {{"where", remark}});
  }

  impl->keeper =
      std::make_unique<Keeper>(o, std::move(*scope), *impl->store, *impl->archive, clock, log);
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

Progress Crawl::progress() const {
  return impl_->keeper->progress();
}

}  // namespace freshet::crawl
