// freshet crawl
#include <algorithm>

#include "cli/command.h"
#include "cli/courtesy.h"
#include "cli/numbers.h"
#include "cli/options.h"
#include "cli/session.h"
#include "crawl/crawl.h"
#include "json/write.h"

namespace freshet::cli {
namespace {

// Until the first limit is reached, if things go on as they went.
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
    kinds += (kinds.empty() ? " (" : ", ") + kind + " " + grouped(count);
  }
  return grouped(p.errors) + " errors" + (kinds.empty() ? "" : kinds + ")");
}

std::string progress_line(const crawl::Progress& p, const crawl::Limits& limits) {
  const double elapsed = std::max(p.elapsed.in_seconds(), 0.001);
  std::string line = grouped(p.pages) + " pages  " +
                     grouped(static_cast<uint64_t>(static_cast<double>(p.pages) / elapsed)) +
                     "/s  " + short_bytes(p.bytes) + "  " + errors_by_kind(p) + "  " +
                     grouped(p.waiting) + " queued  " + grouped(p.in_flight) + " in flight  " +
                     grouped(p.active_sites) + " hosts" + time_left(p, limits);
  if (p.out_of_room) line += "  NO ROOM ON THE DISK";
  return line;
}

void write_summary(const crawl::Progress& p, std::string& out) {
  const double seconds = p.elapsed.in_seconds();
  json::Writer w(out);
  w.begin_object().member("pages", p.pages).member("bytes", p.bytes).member("seconds", seconds);
  w.member("pages_per_second", seconds > 0 ? static_cast<double>(p.pages) / seconds : 0.0);
  w.member("cpu_seconds", cpu_seconds()).member("max_rss_bytes", max_rss_bytes());
  w.key("outcomes").begin_object();
  for (const auto& [name, count] : p.outcomes) w.member(name, count);
  w.end_object();
  w.key("errors").begin_object();
  for (const auto& [name, count] : p.error_kinds) w.member(name, count);
  w.end_object();
  w.member("duplicates", p.duplicates).member("new_sites", p.new_sites);
  w.member("requests", p.requests).member("waiting", p.waiting);
  w.member("outside_scope", p.outside_scope).member("ended", p.ended);
  write_failed_seeds(p.seeds_failed, w);
  w.key("warc_files").begin_array();
  for (const std::string& file : p.warc_files) w.value(file);
  w.end_array().end_object();
  out += '\n';
}

std::string in_words(const crawl::Progress& p, const std::string& data_folder) {
  std::string words = grouped(p.pages) + " pages, " + short_bytes(p.bytes) + " in " +
                      short_time(p.elapsed.in_seconds()) + ", " + errors_by_kind(p) + "; " +
                      p.ended + ".\n";
  for (const auto& [name, count] : p.outcomes) {
    words += "  " + name + " " + grouped(count) + "\n";
  }
  if (p.waiting > 0) {
    words += grouped(p.waiting) + " pages wait in " + data_folder +
             ": the same command goes on with them.\n";
  }
  if (p.outside_scope > 0) {
    words += grouped(p.outside_scope) + " pages that an earlier crawl has found wait in " +
             data_folder + " outside this scope: a wider one goes on with them.\n";
  }
  return words;
}

}  // namespace

int run_crawl(const Invocation& invocation, const CrawlArguments& arguments) {
  auto options = crawl_options(invocation.settings.values, invocation.data_folder, arguments);
  if (!options) return complain(kExitUsage, options.error().message);
  warn_of_discourtesy(*options, invocation.log);
  const SystemClock clock;
  const crawl::Limits limits = options->limits;
  return run_session(
      invocation, {.options = std::move(*options),
                   .clock = clock,
                   .line = [limits](const crawl::Progress& p) { return progress_line(p, limits); },
                   .last_words =
                       [&](const crawl::Progress& progress) {
                         std::string out;
                         if (invocation.json) {
                           write_summary(progress, out);
                           invocation.log.info(
                               "crawl ended; the same command goes on with what waits",
                               {{"why", progress.ended}, {"waiting", progress.waiting}});
                         } else if (!invocation.quiet) {
                           out = in_words(progress, invocation.data_folder);
                         }
                         return out;
                       }});
}

}  // namespace freshet::cli
