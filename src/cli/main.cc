#include <CLI/CLI.hpp>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "cli/command.h"
#include "cli/looking.h"
#include "cli/search_command.h"
#include "clock/clock.h"
#include "telemetry/log.h"
#include "telemetry/terminal.h"

namespace {

using freshet::cli::AquariumArguments;
using freshet::cli::CheckArguments;
using freshet::cli::ConvertArguments;
using freshet::cli::CrawlArguments;
using freshet::cli::DemoArguments;
using freshet::cli::Invocation;
using freshet::cli::RankArguments;
using freshet::cli::RunArguments;
using freshet::cli::SimulateArguments;

struct GlobalFlags {
  std::string config;
  std::vector<std::string> overrides;
  bool json = false;
};

void add_global_flags(CLI::App& app, GlobalFlags& flags) {
  app.add_option("--config", flags.config, "Settings file (default: ./freshet.toml, if there)")
      ->type_name("FILE");
  app.add_option("--set", flags.overrides, "Override a setting, such as robots.max_bytes=1MiB")
      ->type_name("KEY=VALUE")
      ->expected(1)
      ->take_all();
  app.add_flag("--json", flags.json, "Answer in JSON, for programs");
}

CLI::App* add_check(CLI::App& app, CheckArguments& arguments) {
  CLI::App* check = app.add_subcommand("check", "What would Freshet make of this?");
  check->add_option("WHAT", arguments.kind, "url | canonical | robots | sitemap | page")
      ->required()
      ->check(CLI::IsMember({"url", "canonical", "robots", "sitemap", "page"}));
  check->add_option("SUBJECT", arguments.subjects,
                    "What to look at: URLs; for robots a file, then URLs; for sitemap and page "
                    "files. Without any, JSON lines are read from standard input.");
  check->add_option("--base", arguments.base, "url: resolve against this URL")->type_name("URL");
  check->add_option("--url", arguments.page_url, "sitemap, page: where the file was found")
      ->type_name("URL");
  check->add_option("--content-type", arguments.content_type, "sitemap, page: as the server said")
      ->type_name("TYPE");
  check->add_option("--agent", arguments.agent, "robots: who asks (default: agent.name)")
      ->type_name("NAME");
  check->footer(
      "Examples:\n"
      "  freshet check url ../a --base http://example.com/x/y\n"
      "  freshet check canonical 'HTTP://Example.com:80/%7Ea?utm_source=b#c'\n"
      "  freshet check robots robots.txt http://example.com/private/\n"
      "  freshet check page index.html --url http://example.com/\n"
      "  echo '{\"input\": \"../a b\", \"base\": \"http://h/x/\"}' | freshet check url");
  return check;
}

// What all commands that collect have in common.
void add_collecting(CLI::App* crawl, CrawlArguments& arguments) {
  crawl->add_option("--scope", arguments.scope, "How far to follow links from the seeds")
      ->check(CLI::IsMember({"page", "prefix", "host", "domain", "any"}))
      ->capture_default_str();
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

CLI::App* add_crawl(CLI::App& app, CrawlArguments& arguments) {
  CLI::App* crawl = app.add_subcommand(
      "crawl", "Collect now: follow links inside the scope until done or a limit");
  crawl->add_option("SEED", arguments.seeds, "Where to begin")->required();
  add_collecting(crawl, arguments);
  crawl->footer(
      "Examples:\n"
      "  freshet crawl https://example.com/ --contact https://example.org/our-crawler\n"
      "  freshet crawl https://example.com/docs/ --scope prefix --max-pages 1000 --data ./docs\n"
      "Stopped or broken off, the same command goes on where it was.");
  return crawl;
}

CLI::App* add_run(CLI::App& app, RunArguments& arguments) {
  CLI::App* run =
      app.add_subcommand("run", "Keep the collection fresh for ever, inside a budget of requests");
  run->add_option("SEED", arguments.crawl.seeds, "Where to begin; none: as last time");
  add_collecting(run, arguments.crawl);
  run->add_option("--budget", arguments.budget,
                  "Requests: R, R/s, R/min, R/h or R/day (default: as last time, or 1/s)");
  run->add_option("--policy", arguments.policy, "Who decides what is visited next")
      ->capture_default_str();
  run->add_option("--objective", arguments.objective,
                  "What optimal serves: freshness, harmonic, age, changes, staleness, or several "
                  "with weights, as age,freshness=0.1 (default: the setting refresh.objective)");
  run->footer(
      "Examples:\n"
      "  freshet run https://example.com/ --budget 2000/day --contact https://example.org/bot\n"
      "  freshet run --budget 5000/day\n"
      "  freshet run --budget 5000/day --objective age,freshness=0.1\n"
      "Stopped or broken off, the same command goes on where it was.");
  return run;
}

CLI::App* add_convert(CLI::App& app, ConvertArguments& arguments) {
  CLI::App* convert = app.add_subcommand(
      "convert", "The collection as a database: pages with ids, text, words, ranks and links");
  convert->add_option("--to", arguments.to, "What to make of it")
      ->check(CLI::IsMember({"sqlite", "postgres", "jsonl"}))
      ->capture_default_str();
  convert->add_option(
      "--dsn", arguments.dsn,
      "postgres: the database, as libpq takes it (default: the setting database.dsn)");
  convert
      ->add_option("--out", arguments.out,
                   "sqlite: the file (default: catalog.db in the data folder); jsonl: a folder, or "
                   "- for standard output (default)")
      ->type_name("PATH");
  convert->add_flag("--full", arguments.full, "Write everything anew, not only what changed");
  convert->footer(
      "Examples:\n"
      "  freshet convert --data ./docs\n"
      "  freshet convert --to postgres --dsn postgresql://me@localhost/web\n"
      "  freshet convert --to jsonl --out - | jq -c 'select(.table == \"pages\") | .url'\n"
      "Again, it writes what is new or changed. Broken off, the old catalogue is whole.");
  return convert;
}

CLI::App* add_demo(CLI::App& app, DemoArguments& arguments) {
  CLI::App* demo = app.add_subcommand(
      "demo", "A synthetic web and a run on it: watch freshness rise, until Ctrl-C");
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
  return demo;
}

CLI::App* add_aquarium(CLI::App& app, AquariumArguments& arguments) {
  CLI::App* aquarium =
      app.add_subcommand("aquarium", "A synthetic, changing web on loopback, for rehearsal");
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
  aquarium->add_option("--log", arguments.log_file, "Write every request to this file")
      ->type_name("FILE");
  aquarium->add_option("--threads", arguments.threads, "Threads that serve")->capture_default_str();
  aquarium->footer(
      "Examples:\n"
      "  freshet aquarium --port 8080\n"
      "  freshet crawl http://h0.aquarium.test/ --scope domain --set "
      "net.host_map='*=127.0.0.1:8080'");
  return aquarium;
}

void add_synthetic(CLI::App& simulate, CLI::Option& synthetic, SimulateArguments& arguments) {
  constexpr uint32_t kMost = 10'000'000;
  simulate.add_option("--pages", arguments.pages, "How many")
      ->capture_default_str()
      ->check(CLI::Range(1u, kMost))
      ->needs(&synthetic);
  simulate.add_option("--sites", arguments.sites, "Among which the pages are divided")
      ->capture_default_str()
      ->check(CLI::Range(1u, kMost))
      ->needs(&synthetic);
  simulate.add_option("--days", arguments.days, "How long; the last two thirds are measured")
      ->capture_default_str()
      ->check(CLI::Range(1.0, 1e5))
      ->needs(&synthetic);
  simulate.add_option("--rhythm", arguments.rhythm, "Hours in which pages change")
      ->capture_default_str()
      ->check(CLI::IsMember({"flat", "daily", "office", "nightly"}))
      ->needs(&synthetic);
  simulate
      .add_flag("--time-zones", arguments.time_zones,
                "Each site has these hours in a time zone of its own")
      ->needs(&synthetic);
}

CLI::App* add_simulate(CLI::App& app, SimulateArguments& arguments) {
  CLI::App* simulate =
      app.add_subcommand("simulate", "Compare policies on histories of pages, in virtual time");
  CLI::Option* traces =
      simulate->add_option("--traces", arguments.traces, "Folder with HOST.tsv.zst files")
          ->type_name("FOLDER");
  CLI::Option* synthetic = simulate->add_flag("--synthetic", arguments.synthetic,
                                              "Pages that change by chance, at rates of their own");
  synthetic->excludes(traces);
  add_synthetic(*simulate, *synthetic, arguments);
  simulate->add_option("--experiment", arguments.experiment,
                       "A paper's experiment instead: " + freshet::cli::experiment_names());
  simulate->add_option("--seed", arguments.seed, "Of an experiment, signals or synthetic pages")
      ->capture_default_str();
  simulate->add_option("--policies", arguments.policies, "Names with commas between, or all")
      ->capture_default_str();
  simulate
      ->add_option("--budget-per-page", arguments.visits_per_page_day,
                   "Visits a page of the collection and day; several with commas between")
      ->delimiter(',')
      ->capture_default_str()
      ->check(CLI::NonNegativeNumber);
  simulate
      ->add_option("--cap-per-host", arguments.visits_per_host_day,
                   "Visits a host and day, at most")
      ->check(CLI::PositiveNumber);
  simulate->add_option("--objective", arguments.objective,
                       "What optimal and optimal-known serve, such as freshness,harmonic=0.3");
  simulate->add_option("--hosts", arguments.hosts, "Only these, with commas between")
      ->excludes(synthetic);
  simulate->add_flag("--each-host", arguments.each_host, "One by one, each with its own budget");
  simulate->add_option("--fetch-log", arguments.fetch_log, "Write every visit to this file")
      ->type_name("FILE");
  simulate
      ->add_option("--signals", arguments.signals,
                   "What listings tell of changes: none, honest, or partial:Q,NU,HOURS (share told "
                   "of, false claims a page and day, delay)")
      ->capture_default_str();
  simulate->add_option("--plot", arguments.plot, "Draw the outcome: one HTML page")
      ->type_name("FILE");
  simulate->add_option("--until", arguments.until, "Cut the histories off at this Unix time");
  simulate->footer(
      "Examples:\n"
      "  freshet simulate --traces traces --policies optimal,uniform --budget-per-page 0.05\n"
      "  freshet simulate --traces traces --each-host --json\n"
      "  freshet simulate --traces traces --hosts mdn --plot mdn.html\n"
      "  freshet simulate --synthetic --policies optimal,uniform --budget-per-page 0.05,0.2,1\n"
      "  freshet simulate --experiment mixed-sorting");
  return simulate;
}

CLI::App* add_rank(CLI::App& app, RankArguments& arguments) {
  CLI::App* rank = app.add_subcommand("rank", "PageRank or BlockRank of what was collected");
  CLI::Option* edges =
      rank->add_option("--edges", arguments.edges,
                       "Of these links instead, a line 'source target' each; - for standard input")
          ->type_name("FILE");
  rank->add_option("--method", arguments.method, "How")
      ->check(CLI::IsMember({"pagerank", "blockrank"}))
      ->capture_default_str();
  rank->add_option("--blocks", arguments.blocks, "Blocks of pages, a line 'page block' each")
      ->type_name("FILE")
      ->needs(edges);
  rank->add_option("--by", arguments.by, "What is a block of the collection")
      ->check(CLI::IsMember({"site", "domain", "community"}))
      ->capture_default_str()
      ->excludes(edges);
  rank->add_flag("--exact", arguments.exact,
                 "Go on from blockrank to pagerank, and tell how far that was");
  rank->add_option("--alpha", arguments.alpha, "How likely a reader follows a link")
      ->check(CLI::Range(0.0, 0.9999))
      ->capture_default_str();
  CLI::Option* residual =
      rank->add_option("--residual", arguments.residual, "Change of a round at which to stop")
          ->check(CLI::Range(1e-15, 1.0))
          ->capture_default_str();
  rank->add_option("--rounds", arguments.rounds,
                   "Just so many rounds of the power iteration, as LDBC has it")
      ->check(CLI::Range(0u, 1'000'000u))
      ->excludes(residual);
  rank->add_option("--threads", arguments.threads, "At once; ranks do not depend on it (0: all)")
      ->check(CLI::Range(0u, 1'024u))
      ->capture_default_str();
  rank->add_flag("--json-lines", arguments.json_lines, "Print every page and its rank");
  rank->add_option("--top", arguments.top, "Show so many of the highest")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  rank->add_option("--save-graph", arguments.save_graph, "Write the links in compact form")
      ->type_name("FILE");
  rank->footer(
      "Examples:\n"
      "  freshet rank --data ./docs\n"
      "  freshet rank --method blockrank --by domain --exact\n"
      "  freshet rank --edges links.txt.gz --json-lines > ranks.jsonl\n"
      "  freshet rank --edges links.txt --blocks hosts.txt --method blockrank --json-lines\n"
      "Ranks sum to 1. Those of the collection are kept in it, and 'freshet run' visits by them.");
  return rank;
}

CLI::App* add_settings(CLI::App& app) {
  CLI::App* settings =
      app.add_subcommand("settings", "Every setting, its value, where it came from, its range");
  settings->footer(
      "Examples:\n"
      "  freshet settings\n"
      "  freshet settings --json --set canonical.sort_query=true");
  return settings;
}

freshet::telemetry::Log make_log(const freshet::settings::Settings::Log& settings,
                                 const freshet::Clock& clock) {
  namespace telemetry = freshet::telemetry;
  telemetry::Log::Options options;
  options.level = telemetry::level_named(settings.level).value_or(options.level);
  options.form = telemetry::form_of(settings.json, telemetry::stderr_is_terminal());
  return {options, clock, telemetry::write_stderr};
}

int run_program(int argc, char** argv) {
  CLI::App app("Freshet keeps a copy of the web up to date with the fewest requests.", "freshet");
  app.set_version_flag("--version", "freshet " FRESHET_VERSION);
  app.require_subcommand(1);
  app.fallthrough();  // global flags may follow the command
  app.footer("Every command has --help with examples.");

  GlobalFlags flags;
  add_global_flags(app, flags);
  CheckArguments check_arguments;
  const CLI::App* check = add_check(app, check_arguments);
  CrawlArguments crawl_arguments;
  app.add_option("--data", crawl_arguments.data_folder, "Where the collection is kept")
      ->type_name("FOLDER")
      ->capture_default_str();
  app.add_flag("--quiet", crawl_arguments.quiet, "No progress, no summary");
  const CLI::App* crawl = add_crawl(app, crawl_arguments);
  RunArguments run_arguments;
  const CLI::App* run = add_run(app, run_arguments);
  ConvertArguments convert_arguments;
  const CLI::App* convert = add_convert(app, convert_arguments);
  DemoArguments demo_arguments;
  const CLI::App* demo = add_demo(app, demo_arguments);
  AquariumArguments aquarium_arguments;
  const CLI::App* aquarium = add_aquarium(app, aquarium_arguments);
  SimulateArguments simulate_arguments;
  const CLI::App* simulate = add_simulate(app, simulate_arguments);
  RankArguments rank_arguments;
  const CLI::App* rank = add_rank(app, rank_arguments);
  const freshet::cli::LookingCommands looking(app);
  const freshet::cli::SearchCommand search(app);
  const CLI::App* settings = add_settings(app);

  try {
    auto arguments = freshet::cli::with_exclusions(argc, argv);
    std::reverse(arguments.begin(), arguments.end());  // as CLI11 wants them
    app.parse(std::move(arguments));
  } catch (const CLI::ParseError& error) {
    const bool asked_for_help = error.get_exit_code() == 0;
    app.exit(error);
    return asked_for_help ? freshet::cli::kExitDone : freshet::cli::kExitUsage;
  }

  std::optional<std::filesystem::path> config;
  if (!flags.config.empty()) config = flags.config;
  auto loaded = freshet::settings::load(config, flags.overrides);
  if (!loaded) return freshet::cli::complain(freshet::cli::kExitUsage, loaded.error().message);

  const freshet::SystemClock clock;
  freshet::telemetry::Log log = make_log(loaded->values.log, clock);
  log.debug("settings read", {{"changed", loaded->origins.size()}});

  const Invocation invocation{.settings = std::move(*loaded), .json = flags.json, .log = log};
  if (check->parsed()) return run_check(invocation, check_arguments);
  if (crawl->parsed()) return run_crawl(invocation, crawl_arguments);
  run_arguments.crawl.data_folder = crawl_arguments.data_folder;
  run_arguments.crawl.quiet = crawl_arguments.quiet;
  run_arguments.keep_scope = run->count("--scope") + run->count("--include") +
                                 run->count("--exclude") + run->count("--depth") ==
                             0;
  if (run->parsed()) return run_run(invocation, run_arguments);
  convert_arguments.data_folder = crawl_arguments.data_folder;
  convert_arguments.quiet = crawl_arguments.quiet;
  if (convert->parsed()) return run_convert(invocation, convert_arguments);
  demo_arguments.quiet = crawl_arguments.quiet;
  if (demo->parsed()) return run_demo(invocation, demo_arguments);
  if (aquarium->parsed()) return run_aquarium(invocation, aquarium_arguments);
  simulate_arguments.quiet = crawl_arguments.quiet;
  if (simulate->parsed()) return run_simulate(invocation, simulate_arguments);
  rank_arguments.data_folder = crawl_arguments.data_folder;
  rank_arguments.quiet = crawl_arguments.quiet;
  if (rank->parsed()) return run_rank(invocation, rank_arguments);
  if (settings->parsed()) return run_settings(invocation);
  if (const auto status = search.run(invocation, crawl_arguments.data_folder)) return *status;
  if (const auto status = looking.run(invocation, crawl_arguments.data_folder)) return *status;
  return freshet::cli::kExitUsage;
}

}  // namespace

int main(int argc, char** argv) {
  return run_program(argc, argv);
}
