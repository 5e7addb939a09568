// freshet convert
#include <atomic>
#include <chrono>
#include <filesystem>
#include <thread>

#include "cli/command.h"
#include "cli/converting.h"
#include "cli/data_access.h"
#include "cli/numbers.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/session.h"
#include "cli/stop_signals.h"
#include "control/client.h"
#include "control/server.h"
#include "convert/convert.h"
#include "crawl/collection.h"
#include "json/write.h"
#include "telemetry/progress.h"
#include "telemetry/terminal.h"

namespace freshet::cli {
namespace {

namespace fs = std::filesystem;

double rate(uint64_t count, double seconds) {
  return seconds > 0 ? static_cast<double>(count) / seconds : 0;
}

std::string progress_line(const convert::ConvertProgress& p, double seconds) {
  const uint64_t pages = p.pages;
  const uint64_t looked = p.looked;
  const uint64_t written = p.written;
  std::string line = grouped(looked) + " of " + grouped(pages) + " pages  " + grouped(written) +
                     " rows  " + grouped(static_cast<uint64_t>(rate(written, seconds))) + "/s";
  // Pages wait after they were looked at: the slower of the two counts.
  if (written > 0 && pages > 0) {
    const double share =
        static_cast<double>(std::min(looked, written)) / static_cast<double>(pages);
    line += "  " + short_time(seconds / std::max(share, 1e-9) - seconds) + " left";
  }
  return line;
}

std::string summary_json(const convert::ConvertSummary& s, const std::string& to, double seconds) {
  std::string out;
  json::Writer w(out);
  w.begin_object().member("to", to).member("anew", s.anew).member("pages", s.pages);
  w.member("put", s.put).member("refreshed", s.refreshed).member("relinked", s.relinked);
  w.member("removed", s.removed).member("unreadable", s.unreadable).member("seconds", seconds);
  w.member("pages_per_second", rate(s.put + s.refreshed, seconds));
  w.key("steps").begin_object().member("reading", s.reading).member("parsing", s.parsing);
  w.member("segmenting", s.segmenting).member("writing", s.writing).end_object();
  w.member("cpu_seconds", cpu_seconds()).member("max_rss_bytes", max_rss_bytes()).end_object();
  return out + "\n";
}

std::string summary_in_words(const convert::ConvertSummary& s, double seconds) {
  std::string text = grouped(s.put) + " pages written";
  if (!s.anew) text += ", " + grouped(s.refreshed) + " refreshed";
  text += " of " + grouped(s.pages) + " in " + short_time(seconds) + " (" +
          grouped(static_cast<uint64_t>(rate(s.put + s.refreshed, seconds))) + "/s).";
  if (s.unreadable > 0) {
    text += " " + grouped(s.unreadable) + " are without text: the archive does not have it.";
  }
  return text + "\n";
}

struct Target {
  std::unique_ptr<catalog::Writer> writer;
  bool is_own = false;     // of the data folder
  bool to_output = false;  // standard output has rows
};

Result<Target> target_of(const Invocation& invocation, const ConvertArguments& a) {
  if (!a.dsn.empty() && a.to != "postgres") return fail("--dsn goes with --to postgres");
  if (a.to == "postgres") {
    const auto dsn = dsn_of(invocation.settings.values, a.dsn);
    if (!dsn) return Unexpected(dsn.error());
    if (!a.out.empty()) return fail("--out does not go with --to postgres: use --dsn");
    return Target{.writer = catalog::make_postgres_writer(*dsn)};
  }
  if (a.to == "jsonl") {
    const bool to_output = a.out.empty() || a.out == "-";
    return Target{.writer = catalog::make_json_lines_writer({.folder = to_output ? "" : a.out}),
                  .to_output = to_output};
  }
  const std::string file = a.out.empty() ? catalog_file(invocation.data_folder) : a.out;
  return Target{.writer = catalog::make_sqlite_writer(file), .is_own = a.out.empty()};
}

Result<std::unique_ptr<store::Store>> open_store(const std::string& data_folder) {
  const auto run = control::Client::connect(fs::path(data_folder) / control::kSocketName);
  if (run && *run) {
    return fail("a crawl or run is at work in " + data_folder +
                ": a run keeps catalog.db up to date itself (convert.every); for anything else, "
                "stop it first with freshet stop");
  }
  return crawl::open_state(data_folder);
}

Result<convert::ConvertSummary> convert_and_show(convert::Converter& converter, Target& target,
                                                 bool quiet) {
  const SystemClock clock;
  convert::ConvertProgress progress;
  std::atomic<bool> running = true;
  std::thread watcher([&] {
    const auto start = std::chrono::steady_clock::now();
    telemetry::Progress line(telemetry::Progress::mode_for(telemetry::stderr_redraws(), quiet),
                             clock,
                             {.terminal = telemetry::write_stderr,
                              .line = telemetry::write_stderr_line,
                              .columns = telemetry::stderr_columns});
    while (running) {
      if (stop_was_asked()) progress.stop = true;
      const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
      if (progress.pages > 0) {
        line.update([&] { return progress_line(progress, passed.count()); });
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    line.clear();
  });
  auto summary = converter.convert(*target.writer, progress);
  running = false;
  watcher.join();
  return summary;
}

}  // namespace

int run_convert(const Invocation& invocation, const ConvertArguments& arguments) {
  auto options = convert_options(invocation.settings.values, invocation.data_folder);
  if (!options) return complain(kExitUsage, options.error().message);
  auto target = target_of(invocation, arguments);
  if (!target) return complain(kExitUsage, target.error().message);
  if (const Status ready = check_data_folder(invocation); !ready) {
    return complain(kExitFailed, ready.error().message);
  }
  options->full = arguments.full;
  options->replaces_others = target->is_own;
  watch_stop_signals();

  const auto start = std::chrono::steady_clock::now();
  auto store = open_store(invocation.data_folder);
  if (!store) return complain(kExitFailed, store.error().message);
  const SystemClock clock;
  auto converter = convert::Converter::open(**store, std::move(*options), clock);
  if (!converter) return complain(kExitFailed, converter.error().message);
  const auto summary = convert_and_show(*converter, *target, invocation.quiet);
  if (!summary && target->to_output && is_output_unread()) return kExitFailed;
  if (!summary) return complain(kExitFailed, summary.error().message);
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
  const std::string text = invocation.json    ? summary_json(*summary, arguments.to, passed.count())
                           : invocation.quiet ? std::string()
                                              : summary_in_words(*summary, passed.count());
  // Rows are the answer where they go to standard output.
  if (target->to_output)
    telemetry::write_stderr(text);
  else
    print_exact(text);
  return kExitDone;
}

}  // namespace freshet::cli
