// freshet demo
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "aquarium/aquarium.h"
#include "cli/command.h"
#include "cli/demo_cluster.h"
#include "cli/demo_truth.h"
#include "cli/demo_world.h"
#include "cli/module_options.h"
#include "cli/numbers.h"
#include "cli/output.h"
#include "cli/session.h"
#include "cli/temporary_folder.h"
#include "clock/civil.h"
#include "json/write.h"
#include "systemclock/system_clock.h"

namespace freshet::cli {
namespace {

namespace fs = std::filesystem;

constexpr double kLongestLatency = 0.05;  // real seconds of a request, at most

crawl::CrawlOptions crawl_of(const Invocation& invocation, const DemoArguments& arguments,
                             const aquarium::Aquarium& aquarium, const std::string& folder) {
  auto options = *crawl_options(invocation.settings.values, folder, {});
  options.seeds = {aquarium.world().url({0, 0})};
  options.collection.scope.kind = collection::ScopeKind::kDomain;
  options.fetch.host_map = {{"*", "127.0.0.1:" + std::to_string(aquarium.port())}};
  options.fetch.allow_private = true;
  // Virtual days pass in seconds, so a delay of a second would be hours of virtual time.
  options.politeness.delay = Duration();
  options.robots_lifetime = Duration::days(365);
  options.run.emplace();
  options.collection.refresh.policy = arguments.policy;
  options.collection.refresh.visits_per_page_day = kDemoVisitsPerPageDay;
  options.collection.importance = collection::Importance::kEqual;
  const double pages = static_cast<double>(arguments.hosts) * arguments.pages;
  options.run->requests_per_second = kDemoVisitsPerPageDay * pages / 86'400;
  options.run->saved_up_for = Duration::from_seconds(kLongestLatency * arguments.time_scale * 20);
  if (arguments.seconds) {
    options.limits.max_time = Duration::from_seconds(*arguments.seconds * arguments.time_scale);
  }
  return options;
}

}  // namespace

int run_demo(const Invocation& invocation, const DemoArguments& arguments) {
  if (arguments.agents) return run_demo_cluster(invocation, arguments);
  if (!invocation.store.empty()) {
    return report_error(kExitUsage, "demo: --store needs --agents N, the number of agents");
  }
  const Instant start = *to_instant({.year = 2026, .month = 1, .day = 5});
  const ScaledClock clock(start, arguments.time_scale);
  aquarium::Aquarium aquarium;
  const auto port = aquarium.start({.world = demo_world(arguments), .virtual_clock = &clock});
  if (!port) return report_error(kExitFailed, port.error().message);
  const TemporaryFolder scratch("freshet-demo");
  if (scratch.path().empty())
    return report_error(kExitFailed, "cannot create a temporary folder in " +
                                         fs::temp_directory_path().string() + ": " +
                                         std::strerror(errno));

  if (!invocation.quiet && !invocation.json) {
    char words[512];
    std::snprintf(
        words, sizeof words,
        "A synthetic web of %u hosts with %u pages each changes while you watch; a virtual day "
        "takes "
        "%.3g seconds.\n"
        "Freshet collects it and keeps the copy fresh with %.1f requests per page and day.\n"
        "  current      share of the copy that is up to date, as only the server can tell\n"
        "  round robin  the same for a crawler that visits all pages in turn, with as many "
        "requests\n"
        "  estimate     what Freshet believes the share to be\n"
        "Press Ctrl-C to stop.\n",
        arguments.hosts, arguments.pages, 86'400 / arguments.time_scale, kDemoVisitsPerPageDay);
    print_text(words);
    flush_output();
  }
  DemoTruth truth(aquarium);
  const auto progress_line = [&](const crawl::Progress& progress) {
    truth.update();
    const Instant now = clock.now();
    const DemoTruth::Freshness fresh = truth.at(now);
    char day[32];
    std::snprintf(day, sizeof day, "day %5.1f", (now - start).in_days());
    return std::string(day) + "  " + counted(fresh.pages, "page") +
           "  current: " + percent(fresh.ours) + "  round robin: " + percent(fresh.round_robin) +
           "  estimate: " + percent(progress.believed_freshness.value_or(0)) + "  " +
           counted(progress.requests, "request");
  };
  const auto in_json = [&](const crawl::Progress& progress) {
    truth.update();
    const DemoTruth::Freshness fresh = truth.at(clock.now());
    std::string out;
    json::Writer w(out);
    w.begin_object().member("days", (clock.now() - start).in_days()).member("pages", fresh.pages);
    w.member("freshness", fresh.ours).member("round_robin", fresh.round_robin);
    w.member("estimated_freshness", progress.believed_freshness.value_or(0));
    w.member("requests", progress.requests).end_object();
    return out + "\n";
  };
  return run_session(invocation,
                     {.options = crawl_of(invocation, arguments, aquarium, scratch.path()),
                      .clock = clock,
                      .progress_line = progress_line,
                      .summary = [&](const crawl::Progress& progress) {
                        if (invocation.json) return in_json(progress);
                        if (invocation.quiet) return std::string();
                        return progress_line(progress) +
                               "\nTo keep a copy of a real site fresh: freshet run "
                               "https://example.com/ --budget 2000/day\n";
                      }});
}

}  // namespace freshet::cli
