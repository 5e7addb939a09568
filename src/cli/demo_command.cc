// freshet demo
#include <unistd.h>

#include <cstdio>
#include <filesystem>

#include "aquarium/aquarium.h"
#include "cli/command.h"
#include "cli/demo_truth.h"
#include "cli/numbers.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/session.h"
#include "clock/civil.h"
#include "json/write.h"

namespace freshet::cli {
namespace {

namespace fs = std::filesystem;

constexpr double kVisitsPerPageDay = 0.5;
constexpr double kLongestLatency = 0.05;  // real seconds for a request, with room to spare

// A folder that goes when the demo is over.
class Scratch {
 public:
  Scratch() {
    std::string pattern = (fs::temp_directory_path() / "freshet-demo-XXXXXX").string();
    if (mkdtemp(pattern.data()) != nullptr) path_ = pattern;
  }
  ~Scratch() {
    std::error_code ignored;
    if (!path_.empty()) fs::remove_all(path_, ignored);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

// As on the web: many pages never change, some by chance, some in office hours, some at night.
aquarium::WorldOptions world_of(const DemoArguments& arguments) {
  using aquarium::ChangeKind;
  aquarium::WorldOptions world = *aquarium::profile("changing");
  world.seed = arguments.seed;
  world.hosts = arguments.hosts;
  world.pages_per_host = arguments.pages;
  world.page_bytes = 3'000;
  world.links_within = 20;
  world.latency = Duration();
  world.changes = aquarium::Mix<ChangeKind>()
                      .with(ChangeKind::kNever, 0.4)
                      .with(ChangeKind::kPoisson, 0.4)
                      .with(ChangeKind::kOfficeHours, 0.1)
                      .with(ChangeKind::kNightly, 0.1);
  world.changes_per_day = 0.3;
  return world;
}

crawl::CrawlOptions crawl_of(const Invocation& invocation, const DemoArguments& arguments,
                             const aquarium::Aquarium& aquarium, const std::string& folder) {
  auto options = *crawl_options(invocation.settings.values, folder, {});
  options.seeds = {aquarium.world().url({0, 0})};
  options.scope.kind = crawl::ScopeKind::kDomain;
  options.fetch.host_map = {{"*", "127.0.0.1:" + std::to_string(aquarium.port())}};
  options.fetch.allow_private = true;
  // Days pass in seconds: what is a polite second there is nothing here.
  options.politeness.delay = Duration();
  options.robots_lifetime = Duration::days(365);
  options.run.emplace();
  options.run->refresh.policy = arguments.policy;
  options.run->refresh.visits_per_page_day = kVisitsPerPageDay;
  options.run->importance = crawl::Importance::kEqual;
  const double pages = static_cast<double>(arguments.hosts) * arguments.pages;
  options.run->requests_per_second = kVisitsPerPageDay * pages / 86'400;
  options.run->saved_up_for = Duration::from_seconds(kLongestLatency * arguments.time_scale * 20);
  if (arguments.seconds) {
    options.limits.max_time = Duration::from_seconds(*arguments.seconds * arguments.time_scale);
  }
  return options;
}

}  // namespace

int run_demo(const Invocation& invocation, const DemoArguments& arguments) {
  const Instant start = *to_instant({.year = 2026, .month = 1, .day = 5});
  const ScaledClock clock(start, arguments.time_scale);
  aquarium::Aquarium aquarium;
  const auto port = aquarium.start({.world = world_of(arguments), .virtual_clock = &clock});
  if (!port) return complain(kExitFailed, port.error().message);
  const Scratch scratch;
  if (scratch.path().empty()) return complain(kExitFailed, "there is no room for a scratch folder");

  if (!invocation.quiet && !invocation.json) {
    char words[512];
    std::snprintf(
        words, sizeof words,
        "A web of %u hosts with %u pages each changes before your eyes: a day takes %.0f seconds.\n"
        "Freshet collects it and keeps it fresh with %.1f requests a page and day. 'In turn' is "
        "what "
        "visiting\nall pages in turn would give, with as many requests. Ctrl-C ends it.\n",
        arguments.hosts, arguments.pages, 86'400 / arguments.time_scale, kVisitsPerPageDay);
    print_text(words);
    flush_output();
  }
  DemoTruth truth(aquarium);
  const auto tell = [&](const crawl::Progress& progress) {
    truth.update();
    const Instant now = clock.now();
    const DemoTruth::Freshness fresh = truth.at(now);
    char day[32];
    std::snprintf(day, sizeof day, "day %5.1f", (now - start).in_days());
    return std::string(day) + "  " + grouped(fresh.pages) +
           " pages  current: " + percent(fresh.ours) + "  in turn: " + percent(fresh.in_turn) +
           "  believed: " + percent(progress.believed_freshness.value_or(0)) + "  " +
           grouped(progress.requests) + " requests";
  };
  const auto in_json = [&](const crawl::Progress& progress) {
    truth.update();
    const DemoTruth::Freshness fresh = truth.at(clock.now());
    std::string out;
    json::Writer w(out);
    w.begin_object().member("days", (clock.now() - start).in_days()).member("pages", fresh.pages);
    w.member("freshness", fresh.ours).member("in_turn", fresh.in_turn);
    w.member("believed_freshness", progress.believed_freshness.value_or(0));
    w.member("requests", progress.requests).end_object();
    return out + "\n";
  };
  return run_session(invocation,
                     {.options = crawl_of(invocation, arguments, aquarium, scratch.path()),
                      .clock = clock,
                      .line = tell,
                      .last_words = [&](const crawl::Progress& progress) {
                        if (invocation.json) return in_json(progress);
                        return tell(progress) +
                               "\nNow your own corner of the web: freshet run "
                               "https://example.com/ --budget 2000/day\n";
                      }});
}

}  // namespace freshet::cli
