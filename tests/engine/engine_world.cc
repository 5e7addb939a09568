#include "engine/engine_world.h"

#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "collection/clock_correction.h"
#include "collection/keys.h"
#include "collection/run_control.h"
#include "collection/seeds.h"
#include "crawl/archive_state.h"
#include "crawl/fetch_worker.h"
#include "warc/reader.h"

namespace freshet::test {
namespace {

namespace fs = std::filesystem;

// The longest duration of a run. An engine that does not end is a bug.
constexpr Duration kLongestRun = Duration::days(1'000);

// Syncs to a real disk would take longer than all else.
std::unique_ptr<ScratchFolder> make_folder() {
  const fs::path in_memory = "/dev/shm";
  const bool is_there = access(in_memory.c_str(), W_OK) == 0;
  return std::make_unique<ScratchFolder>(is_there ? in_memory : fs::temp_directory_path());
}

rlim_t file_size_limit() {
  rlimit limit{};
  getrlimit(RLIMIT_FSIZE, &limit);
  return limit.rlim_max;
}

}  // namespace

EngineWorld::EngineWorld()
    : web_(clock_, [this] { return elapsed(); }),
      archive_folder_(make_folder()),
      log_({.level = telemetry::Level::kInfo, .burst = 1'000'000}, clock_,
           [this](std::string_view line) { log_lines_.emplace_back(line); }) {
  options_.seeds = {"http://a.test/"};
  options_.fetch.user_agent = "freshet-test";
  // Syncs to the disk cost real time, and no power failure is simulated.
  options_.sync_interval = kLongestRun;
  store_.set_before_commit([this](const store::Batch&) -> Status {
    if (folder_after_crash_) return fail("the process was killed");
    if (is_disk_full_) return fail("writing the state: no space left on device");
    if (commits_until_crash_ > 0 && --commits_until_crash_ == 0 && !crash_after_commit_) {
      crash();
      return fail("the process was killed");
    }
    return Done{};
  });
  store_.set_after_commit([this] {
    if (!crash_after_commit_ || commits_until_crash_ > 0) return;
    crash_after_commit_ = false;
    crash();
  });
}

EngineWorld::~EngineWorld() {
  make_archive_room();
}

void EngineWorld::run_without_end(double requests_per_second) {
  options_.run.emplace();
  options_.run->requests_per_second = requests_per_second;
  options_.collection.refresh.floor.min_gain = 0;
  options_.collection.refresh.audit_share = 0;
}

Duration EngineWorld::elapsed() const {
  return before_run_ + (loop_ ? loop_->monotonic_now() : Duration());
}

void EngineWorld::at(Duration since_beginning, std::function<void()> task) {
  plan_.emplace(since_beginning, std::move(task));
  wait_for_plan();
}

void EngineWorld::every(Duration period, const std::function<void()>& task) {
  after(period, [this, period, task] {
    task();
    every(period, task);
  });
}

void EngineWorld::do_what_is_due() {
  while (!plan_.empty() && plan_.begin()->first <= elapsed()) {
    const auto task = plan_.extract(plan_.begin());
    task.mapped()();
  }
  wait_for_plan();
}

void EngineWorld::wait_for_plan() {
  if (!plan_timer_ || plan_.empty()) return;
  plan_timer_->start(std::max(plan_.begin()->first - elapsed(), Duration()),
                     [this] { do_what_is_due(); });
}

void EngineWorld::pass(Duration time) {
  const Duration end = elapsed() + time;
  while (true) {
    const Duration next = plan_.empty() ? end : std::min(plan_.begin()->first, end);
    const Duration step = std::max(next - elapsed(), Duration());
    clock_.advance(step);
    before_run_ += step;
    do_what_is_due();
    if (elapsed() >= end) return;
  }
}

// As in Crawl::open().
Result<collection::RunControl> EngineWorld::take_up_run_control(std::vector<url::Url>& seeds) {
  auto run_control = collection::stored_run_control(store_);
  if (!run_control) return run_control;
  for (const url::Url& seed : seeds) collection::add_seed(*run_control, seed);
  crawl::CrawlOptions& options = running_options_;
  run_control->scope = options.collection.scope;
  if (!options.run) return run_control;
  auto all = collection::parse_seeds(run_control->seeds);
  if (!all) return Unexpected(all.error());
  seeds = std::move(*all);
  if (!options.run->requests_per_second) {
    options.run->requests_per_second = run_control->requests_per_second.value_or(1);
  }
  run_control->requests_per_second = options.run->requests_per_second;
  return run_control;
}

Status EngineWorld::open() {
  running_options_ = options_;
  auto seeds = collection::parse_seeds(options_.seeds);
  if (!seeds) return Unexpected(seeds.error());
  if (!options_.agent) {
    Status corrected = collection::correct_times(store_, clock_.now(), log_);
    if (!corrected) return corrected;
  }
  auto run_control = take_up_run_control(*seeds);
  if (!run_control) return Unexpected(run_control.error());
  auto scope = collection::Scope::make(options_.collection.scope, *seeds);
  if (!scope) return Unexpected(scope.error());
  auto archive =
      crawl::open_archive(state(),
                          {.folder = archive_folder_->path(),
                           .writer = options_.agent ? options_.agent->writer : uint16_t{0}},
                          options_.archive, clock_.now(), log_);
  if (!archive) return Unexpected(archive.error());
  archive_ = std::move(*archive);
  engine_ = std::make_unique<crawl::Engine>(
      running_options_, std::move(*scope),
      crawl::Engine::World{state(), *archive_, clock_, *loop_, log_});
  return engine_->prepare(*seeds, std::move(*run_control));
}

crawl::Progress EngineWorld::run() {
  ++runs_;
  const Duration began = elapsed();
  loop_ = std::make_unique<ManualLoop>(clock_);
  plan_timer_ = std::make_unique<eventloop::Timer>(*loop_);
  crawl::Progress progress;
  status_ = open();
  if (status_) {
    wait_for_plan();
    loop_->after(kLongestRun, [this] {
      ADD_FAILURE() << "the run does not end";
      loop_->stop();
    });
    status_ = engine_->run([&](const crawl::Report& report) {
      std::vector<std::unique_ptr<crawl::Worker>> workers;
      for (size_t i = 0; i < options_.workers; ++i) {
        workers.push_back(std::make_unique<crawl::FetchWorker>(running_options_, clock_, *loop_,
                                                               web_.make_fetcher(*loop_), report));
      }
      return workers;
    });
    progress = engine_->progress();
  }
  engine_.reset();
  archive_.reset();
  plan_timer_.reset();
  before_run_ += loop_->monotonic_now();
  loop_.reset();
  run_time_ = elapsed() - began;
  if (folder_after_crash_)
    archive_folder_ = std::move(folder_after_crash_);
  else
    EXPECT_EQ(!status_, expects_error_) << (status_ ? "no error" : status_.error().message);
  return progress;
}

crawl::Progress EngineWorld::run_for(Duration time) {
  after(time, [this, run = runs_ + 1] {
    if (engine_ && runs_ == run) stop();
  });
  return run();
}

void EngineWorld::stop() {
  engine_->stop();
}

Result<collection::Answer> EngineWorld::perform(const collection::Command& command) {
  return engine_->answer(command);
}

void EngineWorld::crash() {
  if (folder_after_crash_) return;
  folder_after_crash_ = make_folder();
  fs::copy(archive_folder_->path(), folder_after_crash_->path(),
           fs::copy_options::recursive | fs::copy_options::overwrite_existing);
  loop_->stop();
}

void EngineWorld::crash_at_commit(int number, bool after) {
  commits_until_crash_ = number;
  crash_after_commit_ = after;
}

void EngineWorld::fill_disk() {
  is_disk_full_ = true;
}

void EngineWorld::make_room() {
  is_disk_full_ = false;
}

// Prevents all files of this process from growing.
void EngineWorld::allow_file_growth(bool allow) {
  signal(SIGXFSZ, SIG_IGN);
  const rlim_t most = file_size_limit();
  const rlimit limit{.rlim_cur = allow ? most : 1, .rlim_max = most};
  EXPECT_EQ(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

void EngineWorld::fill_archive_disk() {
  allow_file_growth(false);
}

void EngineWorld::make_archive_room() {
  allow_file_growth(true);
}

void EngineWorld::remove_archive_files() {
  for (const auto& entry : fs::directory_iterator(archive_folder_->path())) {
    fs::remove(entry.path());
  }
}

std::map<std::string, store::PageState> EngineWorld::pages() const {
  std::map<std::string, store::PageState> pages;
  const store::Store& store = store_;
  EXPECT_TRUE(store.each_page(store::ShardSet::all(), [&](const store::PageState& page) {
    pages.emplace(page.url, page);
    return true;
  }));
  return pages;
}

bool EngineWorld::has_page(const std::string& url) const {
  return store_.page(collection::page_key(url)).value().has_value();
}

store::PageState EngineWorld::page(const std::string& url) const {
  const auto page = store_.page(collection::page_key(url)).value();
  EXPECT_TRUE(page) << url;
  return page.value_or(store::PageState());
}

store::SiteState EngineWorld::site(const std::string& text) const {
  const auto site = store_.site(collection::site_id(text)).value();
  EXPECT_TRUE(site) << text;
  return site.value_or(store::SiteState());
}

change::History EngineWorld::history(const std::string& url) const {
  return change::History::decode(page(url).history).value();
}

std::vector<change::Outcome> EngineWorld::outcomes(const std::string& url) const {
  std::vector<change::Outcome> outcomes;
  for (const change::Visit& visit : history(url).recent()) outcomes.push_back(visit.outcome);
  return outcomes;
}

std::vector<store::Change::Kind> EngineWorld::changes(const std::string& url) const {
  const store::PageKey key = collection::page_key(url);
  std::vector<Kind> kinds;
  EXPECT_TRUE(store_.each_change(store::ShardSet::all(), Instant(), [&](const auto& change) {
    if (change.page == key) kinds.push_back(change.kind);
    return true;
  }));
  return kinds;
}

std::map<std::string, Archived> EngineWorld::archived() const {
  std::map<std::string, Archived> urls;
  for (const auto& entry : fs::directory_iterator(archive_folder_->path())) {
    if (!entry.path().string().ends_with(".warc.gz")) continue;
    auto reader = warc::Reader::open(entry.path());
    EXPECT_TRUE(reader) << reader.error().message;
    while (true) {
      const auto found = reader->next();
      EXPECT_TRUE(found) << found.error().message;
      if (!found || !*found) break;
      const warc::Record& record = (*found)->record;
      const bool is_revisit = record.type == warc::RecordType::kRevisit;
      if (record.type != warc::RecordType::kResponse && !is_revisit) continue;
      if (record.target_uri().ends_with("/robots.txt")) continue;
      Archived& archived = urls[record.target_uri()];
      ++archived.records;
      archived.revisits += is_revisit ? 1 : 0;
      archived.is_truncated = record.field("WARC-Truncated").has_value();
      if (!is_revisit) archived.body = record.block.substr(record.block.find("\r\n\r\n") + 4);
    }
  }
  return urls;
}

size_t EngineWorld::logged(std::string_view text) const {
  return static_cast<size_t>(
      std::count_if(log_lines_.begin(), log_lines_.end(),
                    [&](const std::string& line) { return line.find(text) != std::string::npos; }));
}

}  // namespace freshet::test
