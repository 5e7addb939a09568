#include "cli/session.h"

#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <thread>

#include "cli/clock_step.h"
#include "cli/data_access.h"
#include "cli/door.h"
#include "cli/output.h"
#include "cli/stop_signals.h"
#include "telemetry/progress.h"
#include "telemetry/terminal.h"

namespace freshet::cli {
namespace {

void watch(const Invocation& invocation, const Session& session, crawl::Crawl& crawl,
           const std::atomic<bool>& running, ClockStep& clock_step, bool is_run) {
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
    if (clock_step.is_to_be_followed(crawl, is_run, invocation.log)) crawl.stop();
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

// Counts of a run that has begun again.
void add_counts(const crawl::Progress& before, crawl::Progress& now) {
  now.pages += before.pages;
  now.bytes += before.bytes;
  now.requests += before.requests;
  now.duplicates += before.duplicates;
  now.new_sites += before.new_sites;
  now.errors += before.errors;
  now.elapsed += before.elapsed;
  for (const auto& [kind, count] : before.error_kinds) now.error_kinds[kind] += count;
  for (const auto& [kind, count] : before.outcomes) now.outcomes[kind] += count;
}

// What is left of limits after so much.
void use_up(crawl::Limits& limits, const crawl::Progress& progress) {
  const auto use = [](std::optional<uint64_t>& limit, uint64_t used) {
    if (limit) *limit -= std::min(*limit, used);
  };
  use(limits.max_pages, progress.pages);
  use(limits.max_bytes, progress.bytes);
  if (limits.max_time) *limits.max_time -= std::min(*limits.max_time, progress.elapsed);
}

struct Ended {
  Status status = Done{};
  bool begins_again = false;  // because the clock was set
};

// An error if it could not be opened. Adds to `progress` what it came to.
Result<Ended> run_until_clock_is_set(const Invocation& invocation, Session& session,
                                     crawl::Progress& progress, Duration& last_followed) {
  auto crawl = crawl::Crawl::open(session.options, session.clock, invocation.log);
  if (!crawl) return Unexpected(crawl.error());
  auto door = open_door(**crawl, session.options.data_folder, invocation.log);
  std::optional<convert::Updater> updater;
  if (session.catalog) {
    updater.emplace((*crawl)->store(), *session.catalog, session.clock, invocation.log);
    (*crawl)->watch_commits([&](const store::Batch& batch) { updater->tell(batch); });
  }
  std::atomic<bool> running = true;
  ClockStep clock_step(last_followed);
  std::thread watcher([&] {
    watch(invocation, session, **crawl, running, clock_step, session.options.run.has_value());
  });
  Ended ended;
  ended.status = (*crawl)->run();
  door.reset();
  updater.reset();
  running = false;
  watcher.join();
  crawl::Progress now = (*crawl)->progress();
  use_up(session.options.limits, now);
  add_counts(progress, now);
  progress = std::move(now);
  ended.begins_again = clock_step.is_followed();
  return ended;
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
  Status status = Done{};
  // Before the crawl is opened, which may take its time where much is known already.
  watch_stop_signals();
  output_is_summary();
  session.options.warn_of_failing_seeds = !invocation.quiet;
  const std::string& data_folder = session.options.data_folder;
  protect_new_files(invocation.settings.values);
  warn_if_exposed(data_folder, invocation.settings.values, invocation.log);
  crawl::Progress progress;
  Duration last_followed;
  while (true) {
    auto ended = run_until_clock_is_set(invocation, session, progress, last_followed);
    if (!ended) return complain(kExitUsage, ended.error().message);
    status = std::move(ended->status);
    if (!ended->begins_again || !status || stop_was_asked()) break;
  }
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
