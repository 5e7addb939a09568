// freshet convert
#include <atomic>
#include <chrono>
#include <filesystem>
#include <thread>

#include "catalog/postgres_parts.h"
#include "cli/agent_archives.h"
#include "cli/cluster_client.h"
#include "cli/cluster_converting.h"
#include "cli/command.h"
#include "cli/convert_options.h"
#include "cli/data_access.h"
#include "cli/module_options.h"
#include "cli/numbers.h"
#include "cli/output.h"
#include "cli/session.h"
#include "cli/stop_signals.h"
#include "collection/collection.h"
#include "collection/state.h"
#include "control/client.h"
#include "control/server.h"
#include "convert/convert.h"
#include "json/write.h"
#include "systemclock/system_clock.h"
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
  const uint64_t examined = p.examined;
  const uint64_t written = p.written;
  std::string line = grouped(examined) + " of " + grouped(pages) + " pages  " + grouped(written) +
                     " rows  " + grouped(static_cast<uint64_t>(rate(written, seconds))) + "/s";
  // Pages are read first and written later: the time left follows from the smaller count.
  if (written > 0 && pages > 0) {
    const double share =
        static_cast<double>(std::min(examined, written)) / static_cast<double>(pages);
    line += "  " + short_time(seconds / std::max(share, 1e-9) - seconds) + " left";
  }
  return line;
}

// What was converted, and by how many agents; 0: by this process.
struct Converted {
  convert::ConvertSummary summary;
  size_t agents = 0;
};

std::string summary_json(const Converted& converted, const std::string& to, double seconds) {
  const convert::ConvertSummary& s = converted.summary;
  std::string out;
  json::Writer w(out);
  w.begin_object().member("to", to).member("full", s.rebuilt).member("pages", s.pages);
  w.member("agents", converted.agents);
  w.member("written", s.put).member("updated", s.refreshed).member("links_added", s.relinked);
  w.member("removed", s.removed).member("items", s.items).member("unreadable", s.unreadable);
  w.member("seconds", seconds);
  w.member("pages_per_second", rate(s.put + s.refreshed, seconds));
  w.key("steps").begin_object().member("reading", s.reading).member("parsing", s.parsing);
  w.member("segmenting", s.segmenting).member("writing", s.writing).end_object();
  w.member("cpu_seconds", cpu_seconds()).member("max_rss_bytes", max_rss_bytes()).end_object();
  return out + "\n";
}

std::string format_summary(const Converted& converted, double seconds) {
  const convert::ConvertSummary& s = converted.summary;
  std::string text = counted(s.put, "page") + " written";
  if (!s.rebuilt) text += ", " + grouped(s.refreshed) + " updated";
  text += " of " + grouped(s.pages);
  if (converted.agents > 0) text += " by " + counted(converted.agents, "agent");
  text += " in " + short_time(seconds) + " (" +
          grouped(static_cast<uint64_t>(rate(s.put + s.refreshed, seconds))) + "/s).";
  if (s.unreadable > 0) {
    text += " " + counted(s.unreadable, "page") +
            " without text, because the archive record cannot be read.";
  }
  return text + "\n";
}

struct Target {
  std::unique_ptr<catalog::Writer> writer;
  bool is_own = false;     // it is the catalogue in the data folder
  bool to_output = false;  // rows go to standard output
};

Result<Target> target_of(const Invocation& invocation, const ConvertArguments& a) {
  if (!a.dsn.empty() && a.to != "postgres") return fail("--dsn is only for --to postgres");
  if (a.to == "postgres") {
    // A cluster has its catalogue in its own database.
    const bool is_of_cluster = a.dsn.empty() && !invocation.store.empty();
    const auto dsn = is_of_cluster ? Result<std::string>(invocation.store)
                                   : dsn_of(invocation.settings.values, a.dsn);
    if (!dsn) return Unexpected(dsn.error());
    if (!a.out.empty())
      return fail("--out cannot be used with --to postgres; name the database with --dsn");
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
    return fail("a crawl or run is using " + data_folder +
                ". A run keeps catalog.db up to date itself (setting convert.every). To convert to "
                "another target, stop it first: freshet stop --data " +
                data_folder);
  }
  return collection::open_state(data_folder);
}

Result<convert::ConvertSummary> convert_with_progress(convert::Converter& converter, Target& target,
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
      if (stop_requested()) progress.stop = true;
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

// Converts in this process.
Result<convert::ConvertSummary> convert_here(const Invocation& invocation,
                                             const ConvertArguments& arguments,
                                             convert::ConvertOptions options, Target& target) {
  const bool is_of_cluster = !invocation.store.empty();
  auto store =
      is_of_cluster ? open_cluster_store(invocation.store) : open_store(invocation.data_folder);
  if (!store) return Unexpected(store.error());
  std::unique_ptr<catalog::IdLock> ids;
  if (is_of_cluster) {
    std::vector<std::string> folders = arguments.archives;
    folders.push_back(invocation.data_folder);
    auto archives = archives_of_agents(invocation, folders);
    if (!archives) return Unexpected(archives.error());
    options.archives = *std::move(archives);
    options.is_shared = true;
    auto lock = catalog::IdLock::take(invocation.store);
    if (!lock) return Unexpected(lock.error());
    ids = *std::move(lock);
  }
  const SystemClock clock;
  auto converter = convert::Converter::open(**store, std::move(options), clock);
  if (!converter) return Unexpected(converter.error());
  return convert_with_progress(*converter, target, invocation.quiet);
}

// Agents convert into the database of the cluster. They have its archives, unless the user names
// others.
Result<Converted> convert(const Invocation& invocation, const ConvertArguments& arguments,
                          convert::ConvertOptions options, Target& target) {
  if (!invocation.store.empty() && arguments.to == "postgres" && arguments.dsn.empty() &&
      arguments.archives.empty()) {
    const auto by_agents = convert_by_agents(invocation, arguments.full);
    if (!by_agents) return Unexpected(by_agents.error());
    if (*by_agents) return Converted{(*by_agents)->summary, (*by_agents)->agents};
  }
  const auto summary = convert_here(invocation, arguments, std::move(options), target);
  if (!summary) return Unexpected(summary.error());
  return Converted{.summary = *summary};
}

}  // namespace

int run_convert(const Invocation& invocation, const ConvertArguments& given) {
  ConvertArguments arguments = given;
  const bool is_of_cluster = !invocation.store.empty();
  if (arguments.to.empty()) arguments.to = is_of_cluster ? "postgres" : "sqlite";
  if (!is_of_cluster && !arguments.archives.empty()) {
    return report_error(kExitUsage, "--archive is only for the collection of a cluster: --store");
  }
  auto options = convert_options(invocation.settings.values, invocation.data_folder);
  if (!options) return report_error(kExitUsage, options.error().message);
  auto target = target_of(invocation, arguments);
  if (!target) return report_error(kExitUsage, target.error().message);
  if (const Status ready = check_data_folder(invocation); !ready) {
    return report_error(kExitFailed, ready.error().message);
  }
  options->full = arguments.full;
  options->replace_other = target->is_own;
  watch_stop_signals();

  const auto start = std::chrono::steady_clock::now();
  const auto converted = convert(invocation, arguments, *std::move(options), *target);
  if (!converted && target->to_output && is_output_reader_gone()) return kExitFailed;
  if (!converted) return report_error(kExitFailed, converted.error().message);
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
  const std::string text = invocation.json ? summary_json(*converted, arguments.to, passed.count())
                           : invocation.quiet ? std::string()
                                              : format_summary(*converted, passed.count());
  // If the rows go to standard output, the summary must not.
  if (target->to_output)
    telemetry::write_stderr(text);
  else
    print_exact(text);
  return kExitDone;
}

}  // namespace freshet::cli
