// freshet crawl
#include <algorithm>

#include "cli/agent_session.h"
#include "cli/cluster_job.h"
#include "cli/cluster_summary.h"
#include "cli/command.h"
#include "cli/module_options.h"
#include "cli/numbers.h"
#include "cli/politeness_warnings.h"
#include "cli/session.h"
#include "crawl/crawl.h"
#include "json/write.h"
#include "systemclock/system_clock.h"

namespace freshet::cli {
namespace {

// The estimated time until the first limit is reached, at the rate so far.
std::string time_left(const crawl::Progress& p, const crawl::Limits& limits) {
  const double elapsed = p.elapsed.in_seconds();
  std::optional<double> left;
  const auto consider = [&](double seconds) { left = std::min(left.value_or(seconds), seconds); };
  const auto at_this_rate = [&](uint64_t done, std::optional<uint64_t> limit) {
    if (!limit || done == 0) return;
    consider(elapsed * (static_cast<double>(*limit) / static_cast<double>(done) - 1));
  };
  at_this_rate(p.pages, limits.max_pages);
  at_this_rate(p.bytes, limits.max_bytes);
  if (limits.max_time) consider(limits.max_time->in_seconds() - elapsed);
  return left ? "  " + short_time(std::max(*left, 0.0)) + " left" : "";
}

// "3 errors (refused 2, timed_out 1)"
std::string errors_by_kind(const crawl::Progress& p) {
  std::string kinds;
  for (const auto& [kind, count] : p.error_kinds) {
    kinds += (kinds.empty() ? " (" : ", ") + std::string(name_of(kind)) + " " + grouped(count);
  }
  return counted(p.errors, "error") + (kinds.empty() ? "" : kinds + ")");
}

std::string progress_line(const crawl::Progress& p, const crawl::Limits& limits) {
  const double elapsed = std::max(p.elapsed.in_seconds(), 0.001);
  std::string line = counted(p.pages, "page") + "  " +
                     grouped(static_cast<uint64_t>(static_cast<double>(p.pages) / elapsed)) +
                     "/s  " + short_bytes(p.bytes) + "  " + errors_by_kind(p) + "  " +
                     grouped(p.waiting) + " queued  " + grouped(p.in_flight) + " in flight  " +
                     grouped(p.active_sites) + " hosts" + time_left(p, limits);
  if (p.out_of_room) line += "  DISK FULL";
  return line;
}

void write_summary(const crawl::Progress& p, std::string& out) {
  const double seconds = p.elapsed.in_seconds();
  json::Writer w(out);
  w.begin_object().member("pages", p.pages).member("bytes", p.bytes).member("seconds", seconds);
  w.member("pages_per_second", seconds > 0 ? static_cast<double>(p.pages) / seconds : 0.0);
  w.member("cpu_seconds", cpu_seconds()).member("max_rss_bytes", max_rss_bytes());
  write_event_counts(p, w);
  w.member("duplicates", p.duplicates).member("new_sites", p.new_sites);
  w.member("requests", p.requests).member("waiting", p.waiting);
  w.member("outside_scope", p.outside_scope).member("at_aliases", p.at_aliases);
  w.member("ended", p.ended);
  write_failed_seeds(p.seeds_failed, w);
  write_archive_files(p, w);
  w.end_object();
  out += '\n';
}

std::string format_summary(const crawl::Progress& p, const std::string& data_folder) {
  std::string words = counted(p.pages, "page") + ", " + short_bytes(p.bytes) + " in " +
                      short_time(p.elapsed.in_seconds()) + ", " + errors_by_kind(p) + "; " +
                      p.ended + ".\n";
  for (const auto& [event, count] : p.outcomes) {
    words += "  " + std::string(name_of(event)) + " " + grouped(count) + "\n";
  }
  if (p.waiting > 0) {
    words += "Still queued in " + data_folder + ": " + counted(p.waiting, "page") +
             ". Run the same command again to continue.\n";
  }
  if (p.outside_scope > 0) {
    words += "Queued in " + data_folder +
             " by an earlier crawl, but outside this scope: " + counted(p.outside_scope, "page") +
             ". A crawl with a wider scope visits them.\n";
  }
  if (p.at_aliases > 0) {
    words +=
        "Not visited, because their sites are aliases of others: " + counted(p.at_aliases, "page") +
        ". See: freshet aliases\n";
  }
  return words;
}

int crawl_with_others(const Invocation& invocation, const CrawlArguments& arguments) {
  auto job = job_of(invocation, arguments);
  if (!job) return report_error(kExitUsage, job.error().message);
  return run_agent_session(invocation, {.own = arguments,
                                        .job = *std::move(job),
                                        .ends_when_collected = true,
                                        .max_pages = arguments.max_pages,
                                        .max_seconds = arguments.max_time_seconds,
                                        .progress_line = agent_progress_line,
                                        .summary = [&](const cluster::Agent::Summary& summary) {
                                          return cluster_summary(invocation, summary);
                                        }});
}

}  // namespace

int run_crawl(const Invocation& invocation, const CrawlArguments& arguments) {
  if (arguments.seeds.empty() && arguments.recipes.empty()) {
    return report_error(kExitUsage,
                        "crawl: name where to begin, such as https://example.com/, or a recipe "
                        "with --recipe");
  }
  if (!invocation.store.empty()) return crawl_with_others(invocation, arguments);
  auto options = crawl_options(invocation.settings.values, invocation.data_folder, arguments);
  if (!options) return report_error(kExitUsage, options.error().message);
  warn_if_impolite(*options, invocation.log);
  const SystemClock clock;
  const crawl::Limits limits = options->limits;
  return run_session(
      invocation,
      {.options = std::move(*options),
       .clock = clock,
       .progress_line = [limits](const crawl::Progress& p) { return progress_line(p, limits); },
       .summary =
           [&](const crawl::Progress& progress) {
             std::string out;
             if (invocation.json) {
               write_summary(progress, out);
               invocation.log.info(
                   "crawl ended; run the same command again to visit the queued pages",
                   {{"reason", progress.ended}, {"queued", progress.waiting}});
             } else if (!invocation.quiet) {
               out = format_summary(progress, invocation.data_folder);
             }
             return out;
           }});
}

}  // namespace freshet::cli
