#include "cli/session.h"

#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <thread>

#include "cli/clock_step.h"
#include "cli/control_server.h"
#include "cli/data_access.h"
#include "cli/output.h"
#include "cli/stop_signals.h"
#include "cli/upload_options.h"
#include "systemclock/system_clock.h"
#include "telemetry/progress.h"
#include "telemetry/terminal.h"

namespace freshet::cli {
namespace {

void watch(const Invocation& invocation, const Session& session, crawl::Crawl& crawl,
           const std::atomic<bool>& running, ClockStep& clock_step, bool is_run) {
  // The crawl may use virtual time; the progress line is drawn in real time.
  const SystemClock clock;
  telemetry::Progress line(
      telemetry::Progress::mode_for(telemetry::stderr_redraws(), invocation.quiet), clock,
      {.terminal = telemetry::write_stderr,
       .line = telemetry::write_stderr_line,
       .columns = telemetry::stderr_columns});
  bool stop_sent = false;
  while (running) {
    if (stop_requested() && !stop_sent) {
      stop_sent = true;
      line.clear();
      invocation.log.info(
          "stopping after the requests in flight; send the signal again to stop at once");
      crawl.stop();
    }
    if (clock_step.requires_restart(crawl, is_run, invocation.log)) crawl.stop();
    line.update([&] { return session.progress_line(crawl.progress()); });
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  line.clear();
}

// Writes a line for each failed seed to standard error, for the first kMost of them.
void print_failed_seeds(const std::vector<collection::FailedSeed>& seeds) {
  constexpr size_t kMost = 100;
  for (size_t i = 0; i < seeds.size() && i < kMost; ++i) {
    report_error(kExitFailed, seeds[i].url + ": " + seeds[i].reason);
  }
  if (seeds.size() > kMost) {
    report_error(kExitFailed, "and " + std::to_string(seeds.size() - kMost) + " more seeds failed");
  }
}

// Reduces the limits by what has been used.
void subtract_from_limits(crawl::Limits& limits, const crawl::Progress& progress) {
  const auto use = [](std::optional<uint64_t>& limit, uint64_t used) {
    if (limit) *limit -= std::min(*limit, used);
  };
  use(limits.max_pages, progress.pages);
  use(limits.max_bytes, progress.bytes);
  if (limits.max_time) *limits.max_time -= std::min(*limits.max_time, progress.elapsed);
}

struct Ended {
  Status status = Done{};
  bool restart = false;  // because the system clock was set
};

// Runs the crawl until it ends or must be restarted, and adds its counts to `progress`. Returns an
// error if the crawl could not be opened.
Result<Ended> run_until_clock_is_set(const Invocation& invocation, Session& session,
                                     crawl::Progress& progress, Duration& last_restart) {
  auto uploader = start_uploader(invocation, "");
  if (!uploader) return Unexpected(uploader.error());
  if (*uploader) {
    session.options.archive_completed = [&](uint32_t last) { (*uploader)->complete(last); };
    session.options.uploads = [&] { return (*uploader)->status(); };
  }
  auto crawl = crawl::Crawl::open(session.options, session.clock, invocation.log);
  if (!crawl) return Unexpected(crawl.error());
  auto control_server =
      start_control_server(**crawl, session.options.collection.data_folder, invocation.log);
  std::optional<convert::Updater> updater;
  if (session.catalog) {
    updater.emplace((*crawl)->store(), *session.catalog, session.clock, invocation.log);
    (*crawl)->watch_commits([&](const store::Batch& batch) { updater->notify(batch); });
  }
  std::atomic<bool> running = true;
  ClockStep clock_step(last_restart);
  std::thread watcher([&] {
    watch(invocation, session, **crawl, running, clock_step, session.options.run.has_value());
  });
  Ended ended;
  ended.status = (*crawl)->run();
  control_server.reset();
  updater.reset();
  // The crawl is still open, so nobody else writes to the archive.
  if (*uploader && !clock_step.restarts()) (*uploader)->finish();
  running = false;
  watcher.join();
  crawl::Progress now = (*crawl)->progress();
  subtract_from_limits(session.options.limits, now);
  crawl::add_counts(progress, now);
  progress = std::move(now);
  ended.restart = clock_step.restarts();
  return ended;
}

}  // namespace

void write_event_counts(const crawl::Progress& p, json::Writer& w) {
  w.key("outcomes").begin_object();
  for (const auto& [event, count] : p.outcomes) w.member(name_of(event), count);
  w.end_object();
  w.key("errors").begin_object();
  for (const auto& [event, count] : p.error_kinds) w.member(name_of(event), count);
  w.end_object();
}

void write_archive_files(const crawl::Progress& p, json::Writer& w) {
  w.member("warc_files", p.warc_files);
}

void write_failed_seeds(const std::vector<collection::FailedSeed>& seeds, json::Writer& w) {
  w.key("seeds_failed").begin_array();
  for (const collection::FailedSeed& seed : seeds) {
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
  // Signals are handled before the crawl is opened, since opening a large collection takes long.
  watch_stop_signals();
  set_output_is_summary();
  session.options.warn_of_failing_seeds = !invocation.quiet;
  const std::string& data_folder = session.options.collection.data_folder;
  protect_new_files(invocation.settings.values);
  warn_if_exposed(data_folder, invocation.settings.values, invocation.log);
  crawl::Progress progress;
  Duration last_restart;
  while (true) {
    auto ended = run_until_clock_is_set(invocation, session, progress, last_restart);
    if (!ended) return report_error(kExitUsage, ended.error().message);
    status = std::move(ended->status);
    if (!ended->restart || !status || stop_requested()) break;
  }
  const std::string out = session.summary(progress);
  if (invocation.json)
    print_exact(out);
  else
    print_text(out);
  if (!status) return report_error(kExitFailed, status.error().message);
  if (progress.no_seed_fetched || !invocation.quiet) print_failed_seeds(progress.seeds_failed);
  return progress.no_seed_fetched ? kExitFailed : kExitDone;
}

}  // namespace freshet::cli
