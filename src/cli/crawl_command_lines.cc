// The command lines of crawl and run, of demo, and of the synthetic web to try them on.
#include <algorithm>

#include "cli/command.h"
#include "cli/commands.h"

namespace freshet::cli {
namespace {

// The options that crawl and run share.
void add_crawl_options(Command& command, CrawlArguments& arguments) {
  command.option("--scope", &arguments.scope, "Follow links from the seeds as far as this")
      .one_of({"page", "prefix", "host", "domain", "any"})
      .show_default();
  command
      .option("--recipe", &arguments.recipes,
              "Collect the lists and items of this recipe and nothing else; may be repeated")
      .named("FILE")
      .repeatable();
  command.option("--any-port", &arguments.any_port,
                 "Follow links to every port of the hosts in scope, not only to the seeds' ports");
  command
      .option("--include", &arguments.include,
              "Collect only URLs that match this RE2 pattern; may be repeated")
      .named("PATTERN")
      .repeatable();
  command
      .option("--exclude", &arguments.exclude,
              "Skip URLs that match this RE2 pattern; may be repeated")
      .named("PATTERN")
      .repeatable();
  // Without the check, -1 would wrap around to a very large number.
  command
      .option("--depth", &arguments.depth, "Follow at most this many links from a seed to a page")
      .non_negative();
  command.option("--max-pages", &arguments.max_pages, "Stop after this many pages").non_negative();
  command
      .option("--max-bytes", &arguments.max_bytes,
              "Stop after receiving this much, such as 500MB or 10GB")
      .named("SIZE");
  command.option("--max-time", &arguments.max_time_seconds, "Stop after this many seconds")
      .named("SECONDS");
  command
      .option("--max-pages-per-site", &arguments.max_pages_per_site,
              "Collect at most this many pages of each site")
      .non_negative();
  command
      .option("--delay", &arguments.delay_seconds,
              "Wait this long between two requests to a host (default: the setting "
              "politeness.delay)")
      .named("SECONDS");
  command.option("--per-host", &arguments.per_host,
                 "Send at most this many requests to a host at the same time (default: the setting "
                 "politeness.per_host)");
  command.option("--allow-private", &arguments.allow_private,
                 "Allow requests to loopback and private addresses");
  command.option("--user-agent", &arguments.user_agent,
                 "Send this User-Agent (default: agent name, version and contact)");
  command.option("--name", &arguments.name,
                 "With --store: name this agent (default: the name of the machine)");
  command.option("--contact", &arguments.contact,
                 "Tell site owners how to reach you: a web page or e-mail address for the "
                 "User-Agent");
}

}  // namespace

void add_crawl(Commands& commands) {
  auto [crawl, arguments] = commands.add(
      "crawl", "Collect pages once: follow links in scope until done or until a limit", run_crawl);
  crawl.option("SEED", &arguments.seeds, "URLs to start from, beside those of recipes");
  add_crawl_options(crawl, arguments);
  crawl.footer(
      "Examples:\n"
      "  freshet crawl https://example.com/ --contact https://example.org/our-crawler\n"
      "  freshet crawl https://example.com/docs/ --scope prefix --max-pages 1000 --data ./docs\n"
      "  freshet crawl --recipe shop.toml --data ./shop\n"
      "To resume a crawl that was stopped or killed, run the same command again.");
}

void add_run(Commands& commands) {
  auto [run, arguments] = commands.add(
      "run", "Keep a collection fresh: discover and revisit pages within a request budget",
      run_run);
  run.option("SEED", &arguments.crawl.seeds,
             "URLs to start from (default: the seeds of the last run)");
  add_crawl_options(run, arguments.crawl);
  run.option("--budget", &arguments.budget,
             "Send at most this many requests, such as 2/s, 30/min, 500/h or 10000/day (default: "
             "the budget of the last run, or 1/s)");
  run.option("--policy", &arguments.policy, "Choose pages to revisit by this policy")
      .show_default();
  run.option("--objective", &arguments.objective,
             "Optimize this with the policy optimal: freshness, harmonic, age, changes, staleness, "
             "or several with weights, such as age,freshness=0.1 (default: the setting "
             "refresh.objective)");
  run.after_parsing([command = &run, filled = &arguments] {
    filled->keep_scope = std::none_of(
        command->options().begin(), command->options().end(), [](const Option& option) {
          return option.times_given > 0 &&
                 (option.name == "--scope" || option.name == "--include" ||
                  option.name == "--exclude" || option.name == "--depth" ||
                  option.name == "--any-port" || option.name == "--recipe");
        });
  });
  run.footer(
      "Examples:\n"
      "  freshet run https://example.com/ --budget 2000/day --contact https://example.org/bot\n"
      "  freshet run --budget 5000/day\n"
      "  freshet run --budget 5000/day --objective age,freshness=0.1\n"
      "  freshet run --recipe shop.toml --budget 2000/day\n"
      "To resume a run that was stopped or killed, run the same command again.");
}

void add_demo(Commands& commands) {
  auto [demo, arguments] =
      commands.add("demo", "Watch Freshet keep a synthetic web fresh; needs no Internet", run_demo);
  demo.option("--hosts", &arguments.hosts, "Create this many hosts")
      .show_default()
      .within(1, 1'000);
  demo.option("--pages", &arguments.pages, "Create this many pages on each host")
      .show_default()
      .within(1, 10'000);
  demo.option("--seed", &arguments.seed, "Create the web from this random seed").show_default();
  demo.option("--policy", &arguments.policy, "Choose pages to revisit by this policy")
      .show_default();
  demo.option("--time-scale", &arguments.time_scale,
              "Run virtual time this many times as fast as real time")
      .show_default()
      .within(1.0, 1e6);
  demo.option("--seconds", &arguments.seconds,
              "Stop after this many seconds (default: run until Ctrl-C)");
  demo.option("--agents", &arguments.agents,
              "Show a cluster of this many agents on PostgreSQL, and what happens when one is "
              "killed")
      .within(1, 8);
  demo.footer(
      "Examples:\n"
      "  freshet demo\n"
      "  freshet demo --policy nutch-adaptive --seconds 60\n"
      "  freshet demo --agents 3\n"
      "With --agents, a private PostgreSQL server is started (Debian package postgresql), unless "
      "--store names a database; that must be empty.");
}

void add_aquarium(Commands& commands) {
  auto [aquarium, arguments] = commands.add(
      "aquarium", "Serve a synthetic, changing web on loopback, to test crawls with", run_aquarium);
  aquarium
      .option("--profile", &arguments.profile,
              "Choose the kind of web: static, changing, mixed, hostile or shop")
      .show_default();
  aquarium.option("--seed", &arguments.seed, "Create the web from this random seed").show_default();
  aquarium.option("--hosts", &arguments.hosts, "Create this many hosts (default: by profile)");
  aquarium.option("--pages", &arguments.pages,
                  "Create this many pages on each host; of a shop: items (default: by profile)");
  aquarium
      .option("--latency", &arguments.latency_seconds,
              "Wait this long before the first byte of each response (default: by profile)")
      .named("SECONDS");
  aquarium
      .option("--address", &arguments.address,
              "Listen on this IPv4 address; 0.0.0.0: on all of the machine")
      .show_default();
  aquarium.option("--port", &arguments.port, "Listen on this port; 0: any free port")
      .show_default();
  aquarium.option("--port-in-urls", &arguments.port_in_urls,
                  "Write the port into all URLs, for clients whose name server leads here");
  aquarium
      .option("--time-scale", &arguments.time_scale,
              "Run virtual time this many times as fast as real time")
      .show_default();
  Option& redesign_at =
      aquarium
          .option("--redesign-at", &arguments.redesign_at,
                  "Change the template of every page this long after the start, in virtual time: "
                  "36h, 10d, or seconds without a unit")
          .named("TIME");
  aquarium
      .option("--redesign-share", &arguments.redesign_share,
              "Redesign only this share of the hosts")
      .show_default()
      .within(0.0, 1.0)
      .needs(redesign_at);
  aquarium.option("--log", &arguments.log_file, "Write every request to this file").named("FILE");
  aquarium
      .option("--write-recipe", &arguments.recipe_file,
              "With --profile shop: write a recipe for the first shop to this file")
      .named("FILE");
  aquarium.option("--threads", &arguments.threads, "Serve with this many threads").show_default();
  aquarium.footer(
      "Examples:\n"
      "  freshet aquarium --port 8080\n"
      "  freshet aquarium --profile changing --time-scale 86400 --redesign-at 60d\n"
      "  freshet aquarium --profile shop --pages 500 --time-scale 3600\n"
      "  freshet crawl http://h0.aquarium.test/ --scope domain --set "
      "net.host_map='*=127.0.0.1:8080'");
}

}  // namespace freshet::cli
