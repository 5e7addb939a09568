// The command lines of what collects: crawl, run, demo; and of the web to try them on.
#include <CLI/CLI.hpp>

#include "cli/command.h"
#include "cli/commands.h"

namespace freshet::cli {
namespace {

// What all commands that collect have in common.
void add_collecting(CLI::App* crawl, CrawlArguments& arguments) {
  crawl->add_option("--scope", arguments.scope, "How far to follow links from the seeds")
      ->check(CLI::IsMember({"page", "prefix", "host", "domain", "any"}))
      ->capture_default_str();
  crawl->add_flag("--any-port", arguments.any_port,
                  "Follow links to other ports of hosts in the scope than those of the seeds");
  crawl->add_option("--include", arguments.include, "Only URLs that match (RE2); may be repeated")
      ->type_name("PATTERN")
      ->expected(1)
      ->take_all();
  crawl->add_option("--exclude", arguments.exclude, "No URLs that match (RE2); may be repeated")
      ->type_name("PATTERN")
      ->expected(1)
      ->take_all();
  // Without the check, -1 would be a very large number.
  crawl->add_option("--depth", arguments.depth, "Links away from a seed, at most")
      ->check(CLI::NonNegativeNumber);
  crawl->add_option("--max-pages", arguments.max_pages, "Stop after so many pages")
      ->check(CLI::NonNegativeNumber);
  crawl->add_option("--max-bytes", arguments.max_bytes, "Stop after so much, such as 10GB");
  crawl->add_option("--max-time", arguments.max_time_seconds, "Stop after so many seconds");
  crawl->add_option("--max-pages-per-site", arguments.max_pages_per_site, "No more of one site")
      ->check(CLI::NonNegativeNumber);
  crawl->add_option("--delay", arguments.delay_seconds,
                    "Seconds between two requests to a host (default: politeness.delay)");
  crawl->add_option("--per-host", arguments.per_host, "Requests under way to one host");
  crawl->add_flag("--allow-private", arguments.allow_private, "Ask private addresses too");
  crawl->add_option("--user-agent", arguments.user_agent, "Instead of name, version and contact");
  crawl->add_option("--contact", arguments.contact, "Where site owners can reach you");
}

}  // namespace

void add_crawl(Commands& commands) {
  auto [crawl, arguments] = commands.add(
      "crawl", "Collect now: follow links inside the scope until done or a limit", run_crawl);
  crawl->add_option("SEED", arguments.seeds, "Where to begin")->required();
  add_collecting(crawl, arguments);
  crawl->footer(
      "Examples:\n"
      "  freshet crawl https://example.com/ --contact https://example.org/our-crawler\n"
      "  freshet crawl https://example.com/docs/ --scope prefix --max-pages 1000 --data ./docs\n"
      "Stopped or broken off, the same command goes on where it was.");
}

void add_run(Commands& commands) {
  auto [run, arguments] = commands.add(
      "run", "Keep the collection fresh for ever, inside a budget of requests", run_run);
  run->add_option("SEED", arguments.crawl.seeds, "Where to begin; none: as last time");
  add_collecting(run, arguments.crawl);
  run->add_option("--budget", arguments.budget,
                  "Requests: R, R/s, R/min, R/h or R/day (default: as last time, or 1/s)");
  run->add_option("--policy", arguments.policy, "Who decides what is visited next")
      ->capture_default_str();
  run->add_option("--objective", arguments.objective,
                  "What optimal serves: freshness, harmonic, age, changes, staleness, or several "
                  "with weights, as age,freshness=0.1 (default: the setting refresh.objective)");
  run->parse_complete_callback([app = run, filled = &arguments] {
    filled->keep_scope = app->count("--scope") + app->count("--include") + app->count("--exclude") +
                             app->count("--depth") + app->count("--any-port") ==
                         0;
  });
  run->footer(
      "Examples:\n"
      "  freshet run https://example.com/ --budget 2000/day --contact https://example.org/bot\n"
      "  freshet run --budget 5000/day\n"
      "  freshet run --budget 5000/day --objective age,freshness=0.1\n"
      "Stopped or broken off, the same command goes on where it was.");
}

void add_demo(Commands& commands) {
  auto [demo, arguments] = commands.add(
      "demo", "A synthetic web and a run on it: watch freshness rise, until Ctrl-C", run_demo);
  demo->add_option("--hosts", arguments.hosts, "How many hosts")
      ->capture_default_str()
      ->check(CLI::Range(1, 1'000));
  demo->add_option("--pages", arguments.pages, "Pages of each host")
      ->capture_default_str()
      ->check(CLI::Range(1, 10'000));
  demo->add_option("--seed", arguments.seed, "Another seed, another web")->capture_default_str();
  demo->add_option("--policy", arguments.policy, "Who decides what is visited next")
      ->capture_default_str();
  demo->add_option("--time-scale", arguments.time_scale, "Virtual seconds in a second")
      ->capture_default_str()
      ->check(CLI::Range(1.0, 1e6));
  demo->add_option("--seconds", arguments.seconds, "End after so long");
  demo->footer(
      "Examples:\n"
      "  freshet demo\n"
      "  freshet demo --policy nutch-adaptive --seconds 60");
}

void add_aquarium(Commands& commands) {
  auto [aquarium, arguments] = commands.add(
      "aquarium", "A synthetic, changing web on loopback, for rehearsal", run_aquarium);
  aquarium->add_option("--profile", arguments.profile, "static, changing, mixed or hostile")
      ->capture_default_str();
  aquarium->add_option("--seed", arguments.seed, "Another seed, another web")
      ->capture_default_str();
  aquarium->add_option("--hosts", arguments.hosts, "How many hosts");
  aquarium->add_option("--pages", arguments.pages, "Pages of each host");
  aquarium->add_option("--latency", arguments.latency_seconds, "Seconds before the first byte");
  aquarium->add_option("--port", arguments.port, "Port to listen on; 0: any")
      ->capture_default_str();
  aquarium->add_option("--time-scale", arguments.time_scale, "Virtual seconds in a second")
      ->capture_default_str();
  auto* redesign_at =
      aquarium
          ->add_option("--redesign-at", arguments.redesign_at,
                       "Give every page a new template so long after the start, in virtual time: "
                       "36h, 10d; seconds without a unit")
          ->type_name("TIME");
  aquarium
      ->add_option("--redesign-share", arguments.redesign_share,
                   "Share of the hosts that the redesign hits")
      ->capture_default_str()
      ->check(CLI::Range(0.0, 1.0))
      ->needs(redesign_at);
  aquarium->add_option("--log", arguments.log_file, "Write every request to this file")
      ->type_name("FILE");
  aquarium->add_option("--threads", arguments.threads, "Threads that serve")->capture_default_str();
  aquarium->footer(
      "Examples:\n"
      "  freshet aquarium --port 8080\n"
      "  freshet aquarium --profile changing --time-scale 86400 --redesign-at 60d\n"
      "  freshet crawl http://h0.aquarium.test/ --scope domain --set "
      "net.host_map='*=127.0.0.1:8080'");
}

}  // namespace freshet::cli
