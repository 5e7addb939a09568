#include "cli/session.h"

#include <sys/resource.h>

#include <atomic>
#include <thread>

#include "cli/door.h"
#include "cli/output.h"
#include "cli/stop_signals.h"
#include "telemetry/progress.h"
#include "telemetry/terminal.h"

namespace freshet::cli {
namespace {

void watch(const Invocation& invocation, const Session& session, crawl::Crawl& crawl,
           const std::atomic<bool>& running) {
  // Whatever time the crawl lives in, people live in this.
  const SystemClock clock;
  telemetry::Progress line(
      telemetry::Progress::mode_for(telemetry::stderr_redraws(), invocation.quiet), clock,
      {.terminal = telemetry::write_stderr,
       .line = telemetry::write_stderr_line,
       .columns = telemetry::stderr_columns});
  bool told = false;
  while (running) {
    if (stop_was_asked() && !told) {
      told = true;
      line.clear();
      invocation.log.info("stopping when what is under way is done; once more stops at once");
      crawl.stop();
    }
    line.update([&] { return session.line(crawl.progress()); });
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  line.clear();
}

// A line each on standard error; of very many seeds the first ones.
void name_failed_seeds(const std::vector<crawl::FailedSeed>& seeds) {
  constexpr size_t kMost = 100;
  for (size_t i = 0; i < seeds.size() && i < kMost; ++i) {
    complain(kExitFailed, seeds[i].url + ": " + seeds[i].reason);
  }
  if (seeds.size() > kMost) {
    complain(kExitFailed, "and " + std::to_string(seeds.size() - kMost) + " more seeds failed");
  }
}

}  // namespace

void write_failed_seeds(const std::vector<crawl::FailedSeed>& seeds, json::Writer& w) {
  w.key("seeds_failed").begin_array();
  for (const crawl::FailedSeed& seed : seeds) {
    w.begin_object().member("url", seed.url).member("reason", seed.reason).end_object();
  }
  w.end_array();
}

double cpu_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) * 1e-6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

uint64_t max_rss_bytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<uint64_t>(usage.ru_maxrss) * 1024;
}

int run_session(const Invocation& invocation, Session session) {
  // Before the crawl is opened, which may take its time where much is known already.
  watch_stop_signals();
  output_is_summary();
  session.options.warn_of_failing_seeds = !invocation.quiet;
  const std::string data_folder = session.options.data_folder;
  auto crawl = crawl::Crawl::open(std::move(session.options), session.clock, invocation.log);
  if (!crawl) return complain(kExitUsage, crawl.error().message);
  auto door = open_door(**crawl, data_folder, invocation.log);
  std::optional<convert::Updater> updater;
  if (session.catalog) {
    updater.emplace((*crawl)->store(), std::move(*session.catalog), session.clock, invocation.log);
    (*crawl)->watch_commits([&](const store::Batch& batch) { updater->tell(batch); });
  }
  std::atomic<bool> running = true;
  std::thread watcher([&] { watch(invocation, session, **crawl, running); });
  const Status status = (*crawl)->run();
  door.reset();
  updater.reset();
  running = false;
  watcher.join();
  const crawl::Progress progress = (*crawl)->progress();
  const std::string out = session.last_words(progress);
  if (invocation.json)
    print_exact(out);
  else
    print_text(out);
  if (!status) return complain(kExitFailed, status.error().message);
  if (progress.no_seed_fetched || !invocation.quiet) name_failed_seeds(progress.seeds_failed);
  return progress.no_seed_fetched ? kExitFailed : kExitDone;
}

}  // namespace freshet::cli
