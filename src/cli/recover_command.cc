// freshet recover
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <thread>

#include "cli/commands.h"
#include "cli/module_options.h"
#include "cli/numbers.h"
#include "cli/upload_options.h"
#include "control/client.h"
#include "control/server.h"
#include "crawl/recovery.h"
#include "json/write.h"
#include "systemclock/system_clock.h"
#include "telemetry/progress.h"
#include "telemetry/terminal.h"

namespace freshet::cli {
namespace {

struct RecoverArguments {
  std::string folder;  // empty: use --data
  bool dry_run = false;
  bool force = false;
};

std::atomic<bool> g_stop = false;

constexpr size_t kRemarksShown = 10;

std::string progress_line(const crawl::RecoveryProgress& progress, double seconds) {
  const uint64_t bytes = progress.bytes;
  const uint64_t all = progress.all_bytes;
  std::string line = short_bytes(bytes) + " of " + short_bytes(all) + " read  " +
                     counted(progress.visits, "visit");
  if (bytes > 0 && seconds > 1) {
    const double share = static_cast<double>(bytes) / static_cast<double>(all);
    line += "  " + short_time(seconds / share - seconds) + " left";
  }
  return line;
}

std::string summary_json(const crawl::RecoverySummary& s, bool dry_run) {
  std::string out;
  json::Writer w(out);
  w.begin_object().member("dry_run", dry_run).member("reason", s.why);
  w.member("visits", s.visits).member("pages", s.pages).member("waiting", s.waiting);
  w.member("sites", s.sites).member("changes", s.changes).member("without_body", s.bodiless);
  w.member("seeds", s.seeds).member("seeds_known", s.seeds_are_known);
  w.member("old_state_readable", s.old_state_readable).member("unreadable", s.remarks);
  w.member("old_state_folder", s.set_aside).end_object();
  return out + "\n";
}

std::string format_summary(const crawl::RecoverySummary& s, bool dry_run) {
  std::string text;
  if (!s.why.empty()) text += "Reason: " + s.why + ".\n";
  text += std::string(dry_run ? "Would rebuild" : "Rebuilt") + " from " +
          counted(s.visits, "archived visit") + ": " + counted(s.pages, "page") + " on " +
          counted(s.sites, "site") + ", " + counted(s.waiting, "queued page") + ", " +
          counted(s.changes, "change") + ".\n";
  if (!s.seeds_are_known) {
    text += "The seeds and the scope were lost. The " + grouped(s.seeds.size()) +
            " pages that no link leads to become seeds, and their hosts become the scope:\n";
    for (size_t i = 0; i < std::min(s.seeds.size(), kRemarksShown); ++i) {
      text += "  " + s.seeds[i] + "\n";
    }
    text += "To use other seeds, name them when you start the next crawl or run.\n";
  }
  if (!s.remarks.empty()) {
    text +=
        "These places of the archive cannot be read. They are left as they are, and pages of which "
        "nothing else is known are visited again:\n";
    for (size_t i = 0; i < std::min(s.remarks.size(), kRemarksShown); ++i) {
      text += "  " + s.remarks[i] + "\n";
    }
    if (s.remarks.size() > kRemarksShown) {
      text += "  and " + grouped(s.remarks.size() - kRemarksShown) + " more\n";
    }
  }
  text += s.old_state_readable
              ? "Ranks, robots.txt rules and failed visits were copied from the readable part "
                "of the old state.\n"
              : "Lost, because the archive does not hold them: ranks (run freshet rank), "
                "robots.txt rules (they are fetched again) and failed visits.\n";
  text += "Ids in catalogues are no longer valid; run freshet convert to write new ones.\n";
  if (!s.set_aside.empty()) text += "The old state was moved to " + s.set_aside + ".\n";
  return text;
}

Result<crawl::RecoverySummary> recover_with_progress(const crawl::CrawlOptions& options,
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
  if (!options) return report_error(kExitUsage, options.error().message);
  auto run = run_options(invocation.settings.values);
  if (!run) return report_error(kExitUsage, run.error().message);
  options->run = *run;
  auto uploaded = uploaded_archives(invocation.settings.values);
  if (!uploaded) return report_error(kExitUsage, uploaded.error().message);
  options->open_uploaded = std::move(*uploaded);
  const auto run_in_progress =
      control::Client::connect(folder + "/" + std::string(control::kSocketName));
  if (run_in_progress && *run_in_progress) {
    return report_error(kExitFailed, "a crawl or run is using " + folder +
                                         "; stop it first: freshet stop --data " + folder);
  }
  const auto stop = [](int) { g_stop = true; };
  std::signal(SIGINT, stop);
  std::signal(SIGTERM, stop);
  const auto summary = recover_with_progress(
      *options, {.dry_run = arguments.dry_run, .force = arguments.force}, invocation.quiet);
  if (!summary) return report_error(kExitFailed, summary.error().message);
  const std::string text = invocation.json    ? summary_json(*summary, arguments.dry_run)
                           : invocation.quiet ? std::string()
                                              : format_summary(*summary, arguments.dry_run);
  std::fwrite(text.data(), 1, text.size(), stdout);
  return kExitDone;
}

}  // namespace

void add_recover(Commands& commands) {
  auto [recover, arguments] =
      commands.add("recover", "Rebuild a damaged state from the archive", run_recover);
  recover.option("DATA", &arguments.folder, "Data folder (default: --data)");
  recover.option("--dry-run", &arguments.dry_run,
                 "Report what would be rebuilt, but change nothing");
  recover.option("--force", &arguments.force, "Rebuild the state even if it is not damaged");
  recover.footer(
      "Examples:\n"
      "  freshet recover --dry-run\n"
      "  freshet recover ./docs\n"
      "Pages, links, histories and changes are rebuilt from the WARC files in warc/, seeds and "
      "scope\n"
      "from state.mark. The old state is renamed, not deleted.");
}

}  // namespace freshet::cli
