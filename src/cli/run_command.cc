// freshet run
#include <algorithm>

#include "cli/agent_session.h"
#include "cli/cluster_job.h"
#include "cli/cluster_summary.h"
#include "cli/command.h"
#include "cli/convert_options.h"
#include "cli/module_options.h"
#include "cli/numbers.h"
#include "cli/politeness_warnings.h"
#include "cli/session.h"
#include "json/write.h"
#include "systemclock/system_clock.h"

namespace freshet::cli {
namespace {

uint64_t outcome(const crawl::Progress& p, collection::Event event) {
  const auto found = p.outcomes.find(event);
  return found == p.outcomes.end() ? 0 : found->second;
}

std::string progress_line(const crawl::Progress& p) {
  std::string line = counted(p.known, "page");
  if (p.believed_freshness) line += ", " + percent(*p.believed_freshness) + " estimated current";
  line += "  " + counted(p.requests, "request") + "  " +
          grouped(outcome(p, collection::Event::kChanged)) + " changed  " +
          grouped(outcome(p, collection::Event::kNew)) + " new  " + counted(p.errors, "error") +
          "  " + grouped(p.waiting) + " queued";
  if (p.out_of_room) line += "  DISK FULL";
  return line;
}

std::string summary(const crawl::Progress& p) {
  std::string out;
  json::Writer w(out);
  w.begin_object().member("pages", p.known).member("requests", p.requests);
  w.member("seconds", p.elapsed.in_seconds());
  w.key("estimated_freshness");
  if (p.believed_freshness)
    w.value(*p.believed_freshness);
  else
    w.null();
  w.member("cpu_seconds", cpu_seconds()).member("max_rss_bytes", max_rss_bytes());
  write_event_counts(p, w);
  w.member("waiting", p.waiting).member("ended", p.ended);
  write_failed_seeds(p.seeds_failed, w);
  write_archive_files(p, w);
  w.end_object();
  out += '\n';
  return out;
}

int run_with_others(const Invocation& invocation, const RunArguments& arguments) {
  auto job = job_of(invocation, arguments);
  if (!job) return report_error(kExitUsage, job.error().message);
  return run_agent_session(invocation, {.own = arguments.crawl,
                                        .job = *std::move(job),
                                        .max_pages = arguments.crawl.max_pages,
                                        .max_seconds = arguments.crawl.max_time_seconds,
                                        .progress_line = progress_line,
                                        .summary = [&](const cluster::Agent::Summary& summary) {
                                          return cluster_summary(invocation, summary);
                                        }});
}

}  // namespace

int run_run(const Invocation& invocation, const RunArguments& arguments) {
  if (!invocation.store.empty()) return run_with_others(invocation, arguments);
  auto options = options_of_run(invocation.settings.values, invocation.data_folder, arguments);
  if (!options) return report_error(kExitUsage, options.error().message);
  auto catalog = catalog_updates(invocation.settings.values, invocation.data_folder);
  if (!catalog) return report_error(kExitUsage, catalog.error().message);
  warn_if_impolite(*options, invocation.log);
  const SystemClock clock;
  return run_session(invocation, {.options = std::move(*options),
                                  .clock = clock,
                                  .catalog = std::move(*catalog),
                                  .progress_line = progress_line,
                                  .summary = [&](const crawl::Progress& progress) {
                                    if (invocation.json) return summary(progress);
                                    if (invocation.quiet) return std::string();
                                    return progress_line(progress) + "; " + progress.ended +
                                           ".\nRun the same command again to continue.\n";
                                  }});
}

}  // namespace freshet::cli
