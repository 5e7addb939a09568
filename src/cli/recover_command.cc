// freshet recover
#include <CLI/CLI.hpp>

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <thread>

#include "cli/commands.h"
#include "cli/numbers.h"
#include "cli/options.h"
#include "clock/clock.h"
#include "control/client.h"
#include "control/server.h"
#include "crawl/recovery.h"
#include "json/write.h"
#include "telemetry/progress.h"
#include "telemetry/terminal.h"

namespace freshet::cli {
namespace {

struct RecoverArguments {
  std::string folder;  // empty: that of --data
  bool dry_run = false;
  bool force = false;
};

std::atomic<bool> g_stop = false;

constexpr size_t kRemarksShown = 10;

std::string progress_line(const crawl::RecoveryProgress& progress, double seconds) {
  const uint64_t bytes = progress.bytes;
  const uint64_t all = progress.all_bytes;
  std::string line = short_bytes(bytes) + " of " + short_bytes(all) + " read  " +
                     grouped(progress.visits) + " visits";
  if (bytes > 0 && seconds > 1) {
    const double share = static_cast<double>(bytes) / static_cast<double>(all);
    line += "  " + short_time(seconds / share - seconds) + " left";
  }
  return line;
}

std::string summary_json(const crawl::RecoverySummary& s, bool dry_run) {
  std::string out;
  json::Writer w(out);
  w.begin_object().member("dry_run", dry_run).member("why", s.why);
  w.member("visits", s.visits).member("pages", s.pages).member("waiting", s.waiting);
  w.member("sites", s.sites).member("changes", s.changes).member("without_body", s.bodiless);
  w.key("seeds").begin_array();
  for (const std::string& seed : s.seeds) w.value(seed);
  w.end_array().member("seeds_are_known", s.seeds_are_known);
  w.member("rest_of_old_state", s.has_rest).key("unreadable").begin_array();
  for (const std::string& remark : s.remarks) w.value(remark);
  w.end_array().member("set_aside", s.set_aside).end_object();
  return out + "\n";
}

std::string summary_in_words(const crawl::RecoverySummary& s, bool dry_run) {
  std::string text;
  if (!s.why.empty()) text += "Why: " + s.why + ".\n";
  text += std::string(dry_run ? "Would rebuild" : "Rebuilt") + " from " + grouped(s.visits) +
          " archived visits: " + grouped(s.pages) + " pages of " + grouped(s.sites) + " sites, " +
          grouped(s.waiting) + " pages that wait, " + grouped(s.changes) + " changes.\n";
  if (!s.seeds_are_known) {
    text += "The seeds and the scope were lost. Pages that no link leads to are taken for seeds (" +
            grouped(s.seeds.size()) + "), and the scope for their hosts:\n";
    for (size_t i = 0; i < std::min(s.seeds.size(), kRemarksShown); ++i) {
      text += "  " + s.seeds[i] + "\n";
    }
    text += "Name others when you start the next run.\n";
  }
  if (!s.remarks.empty()) {
    text +=
        "Not readable in the archive, and left as it is (pages of which nothing else is known "
        "are visited again):\n";
    for (size_t i = 0; i < std::min(s.remarks.size(), kRemarksShown); ++i) {
      text += "  " + s.remarks[i] + "\n";
    }
    if (s.remarks.size() > kRemarksShown) {
      text += "  and " + grouped(s.remarks.size() - kRemarksShown) + " more\n";
    }
  }
  text += s.has_rest ? "Ranks, rules of robots.txt and failed visits come from what could be read "
                       "of the old state.\n"
                     : "Not in the archive: ranks (freshet rank), rules of robots.txt (asked for "
                       "again), failed visits.\n";
  text += "Catalogues get new ids: run freshet convert again.\n";
  if (!s.set_aside.empty()) text += "The old state is kept in " + s.set_aside + "\n";
  return text;
}

Result<crawl::RecoverySummary> recover_and_show(const crawl::CrawlOptions& options,
                                                const crawl::RecoveryOptions& recovery,
                                                bool quiet) {
  const SystemClock clock;
  crawl::RecoveryProgress progress;
  std::atomic<bool> running = true;
  std::thread watcher([&] {
    const auto start = std::chrono::steady_clock::now();
    telemetry::Progress line(
        telemetry::Progress::mode_for(telemetry::stderr_is_terminal(), quiet), clock,
        {.terminal = telemetry::write_stderr,
         .line = [](std::string_view text) { telemetry::write_stderr(std::string(text) + "\n"); },
         .columns = telemetry::stderr_columns});
    while (running) {
      if (g_stop) progress.stop = true;
      const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
      if (progress.all_bytes > 0) {
        line.update([&] { return progress_line(progress, passed.count()); });
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    line.clear();
  });
  auto summary = crawl::recover_collection(options, recovery, clock, progress);
  running = false;
  watcher.join();
  return summary;
}

int run_recover(const Invocation& invocation, const RecoverArguments& arguments) {
  const std::string folder = arguments.folder.empty() ? invocation.data_folder : arguments.folder;
  auto options = crawl_options(invocation.settings.values, folder, {});
  if (!options) return complain(kExitUsage, options.error().message);
  auto run = run_options(invocation.settings.values);
  if (!run) return complain(kExitUsage, run.error().message);
  options->run = std::move(*run);
  const auto at_work = control::Client::connect(folder + "/" + std::string(control::kSocketName));
  if (at_work && *at_work) {
    return complain(kExitFailed,
                    "a crawl or run is at work in " + folder + ": stop it first with freshet stop");
  }
  const auto stop = [](int) { g_stop = true; };
  std::signal(SIGINT, stop);
  std::signal(SIGTERM, stop);
  const auto summary = recover_and_show(
      *options, {.dry_run = arguments.dry_run, .force = arguments.force}, invocation.quiet);
  if (!summary) return complain(kExitFailed, summary.error().message);
  const std::string text = invocation.json    ? summary_json(*summary, arguments.dry_run)
                           : invocation.quiet ? std::string()
                                              : summary_in_words(*summary, arguments.dry_run);
  std::fwrite(text.data(), 1, text.size(), stdout);
  return kExitDone;
}

}  // namespace

void add_recover(Commands& commands) {
  auto [recover, arguments] =
      commands.add("recover", "Rebuild a damaged state from the archive", run_recover);
  recover->add_option("DATA", arguments.folder, "The data folder (default: that of --data)");
  recover->add_flag("--dry-run", arguments.dry_run,
                    "Say what would be rebuilt, and change nothing");
  recover->add_flag("--force", arguments.force, "Also if the state is not damaged");
  recover->footer(
      "Examples:\n"
      "  freshet recover --dry-run\n"
      "  freshet recover ./docs\n"
      "Pages, links, histories and changes are read from the WARC files in warc/; seeds and scope\n"
      "from state.mark. The damaged state is kept beside the new one, and nothing is deleted.");
}

}  // namespace freshet::cli
