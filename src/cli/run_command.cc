// freshet run
#include <algorithm>

#include "cli/budget_text.h"
#include "cli/command.h"
#include "cli/converting.h"
#include "cli/courtesy.h"
#include "cli/numbers.h"
#include "cli/options.h"
#include "cli/session.h"
#include "json/write.h"
#include "schedule/objective.h"
#include "schedule/registry.h"

namespace freshet::cli {
namespace {

uint64_t outcome(const crawl::Progress& p, std::string_view name) {
  const auto found = p.outcomes.find(name);
  return found == p.outcomes.end() ? 0 : found->second;
}

std::string progress_line(const crawl::Progress& p) {
  std::string line = grouped(p.known) + " pages";
  if (p.believed_freshness) line += ", " + percent(*p.believed_freshness) + " believed current";
  line += "  " + grouped(p.requests) + " requests  " + grouped(outcome(p, "changed")) +
          " changed  " + grouped(outcome(p, "new")) + " new  " + grouped(p.errors) + " errors  " +
          grouped(p.waiting) + " to discover";
  if (p.out_of_room) line += "  NO ROOM ON THE DISK";
  return line;
}

std::string summary(const crawl::Progress& p) {
  std::string out;
  json::Writer w(out);
  w.begin_object().member("pages", p.known).member("requests", p.requests);
  w.member("seconds", p.elapsed.in_seconds());
  w.key("believed_freshness");
  if (p.believed_freshness)
    w.value(*p.believed_freshness);
  else
    w.null();
  w.member("cpu_seconds", cpu_seconds()).member("max_rss_bytes", max_rss_bytes());
  w.key("outcomes").begin_object();
  for (const auto& [name, count] : p.outcomes) w.member(name, count);
  w.end_object();
  w.key("errors").begin_object();
  for (const auto& [name, count] : p.error_kinds) w.member(name, count);
  w.end_object();
  w.member("waiting", p.waiting).member("ended", p.ended);
  write_failed_seeds(p.seeds_failed, w);
  w.key("warc_files").begin_array();
  for (const std::string& file : p.warc_files) w.value(file);
  w.end_array().end_object();
  out += '\n';
  return out;
}

Result<crawl::RunOptions> options_of(const settings::Settings& settings,
                                     const RunArguments& arguments) {
  auto from_settings = run_options(settings);
  if (!from_settings) return from_settings;
  crawl::RunOptions run = std::move(*from_settings);
  if (!arguments.objective.empty()) {
    const auto objective = schedule::objective_named(arguments.objective);
    if (!objective) return Unexpected(objective.error());
    run.refresh.objective = *objective;
  }
  if (!arguments.budget.empty()) {
    const auto budget = parse_budget(arguments.budget);
    if (!budget) return Unexpected(budget.error());
    run.requests_per_second = *budget;
  }
  run.keep_scope = arguments.keep_scope;
  const schedule::PolicyEntry* policy = schedule::find_policy(arguments.policy);
  if (policy == nullptr || policy->needs_known_rates) {
    std::string names;
    for (const schedule::PolicyEntry& each : schedule::policies()) {
      if (!each.needs_known_rates) names.append(" ").append(each.name);
    }
    return fail("there is no policy " + arguments.policy + " for a run; there are:" + names);
  }
  run.refresh.policy = arguments.policy;
  return run;
}

}  // namespace

int run_run(const Invocation& invocation, const RunArguments& arguments) {
  auto options = crawl_options(invocation.settings.values, invocation.data_folder, arguments.crawl);
  if (!options) return complain(kExitUsage, options.error().message);
  auto run = options_of(invocation.settings.values, arguments);
  if (!run) return complain(kExitUsage, run.error().message);
  options->run = std::move(*run);
  auto catalog = catalog_of_run(invocation.settings.values, invocation.data_folder);
  if (!catalog) return complain(kExitUsage, catalog.error().message);
  warn_of_discourtesy(*options, invocation.log);
  const SystemClock clock;
  return run_session(invocation, {.options = std::move(*options),
                                  .clock = clock,
                                  .catalog = std::move(*catalog),
                                  .line = progress_line,
                                  .last_words = [&](const crawl::Progress& progress) {
                                    if (invocation.json) return summary(progress);
                                    if (invocation.quiet) return std::string();
                                    return progress_line(progress) + "; " + progress.ended +
                                           ".\nThe same command goes on.\n";
                                  }});
}

}  // namespace freshet::cli
