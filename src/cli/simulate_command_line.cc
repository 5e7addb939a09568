// The command line of simulate.
#include "cli/command.h"
#include "cli/commands.h"

namespace freshet::cli {
namespace {

void add_synthetic(Command& simulate, Option& synthetic, SimulateArguments& arguments) {
  constexpr uint32_t kMost = 10'000'000;
  simulate.option("--pages", &arguments.pages, "Create this many synthetic pages")
      .show_default()
      .within(1u, kMost)
      .needs(synthetic);
  simulate.option("--sites", &arguments.sites, "Divide the synthetic pages among this many sites")
      .show_default()
      .within(1u, kMost)
      .needs(synthetic);
  simulate
      .option("--days", &arguments.days,
              "Simulate this many days of synthetic pages; the last two thirds are measured")
      .show_default()
      .within(1.0, 1e5)
      .needs(synthetic);
  simulate
      .option("--rhythm", &arguments.rhythm,
              "Change synthetic pages at these hours: at all hours alike (flat), mostly by day, in "
              "office hours, or at night")
      .show_default()
      .one_of({"flat", "daily", "office", "nightly"})
      .needs(synthetic);
  simulate
      .option("--time-zones", &arguments.time_zones,
              "Put each synthetic site into a time zone of its own")
      .needs(synthetic);
}

}  // namespace

void add_simulate(Commands& commands) {
  auto [simulate, arguments] = commands.add(
      "simulate", "Compare scheduling policies on page histories, in virtual time", run_simulate);
  Option& traces = simulate
                       .option("--traces", &arguments.traces,
                               "Replay the page histories in this folder (HOST.tsv.zst files)")
                       .named("FOLDER");
  Option& synthetic = simulate.option("--synthetic", &arguments.synthetic,
                                      "Simulate pages that change at random, each at its own rate");
  synthetic.excludes(traces);
  add_synthetic(simulate, synthetic, arguments);
  Option& experiment =
      simulate
          .option("--experiment", &arguments.experiment, "Run an experiment: " + experiment_names())
          .named("NAME");
  simulate
      .option("--worlds", &arguments.worlds,
              "Draw this many random worlds in the experiment stress")
      .show_default()
      .within(1u, 1'000'000u)
      .needs(experiment);
  simulate
      .option("--seed", &arguments.seed,
              "Use this random seed for experiments, signals and synthetic pages")
      .show_default();
  simulate
      .option("--policies", &arguments.policies,
              "Compare these policies, separated by commas, or all (default: all; in the "
              "experiment stress: optimal)")
      .named("NAMES");
  simulate
      .option("--budget-per-page", &arguments.visits_per_page_day,
              "Allow this many visits per page and day; several values, separated by commas, are "
              "run one after another")
      .divided_by(',')
      .show_default()
      .non_negative();
  simulate
      .option("--cap-per-host", &arguments.visits_per_host_day,
              "Allow at most this many visits per host and day")
      .positive();
  simulate
      .option("--objective", &arguments.objective,
              "Optimize this with the policies optimal and optimal-known, such as "
              "freshness,harmonic=0.3")
      .named("OBJECTIVE");
  simulate
      .option("--hosts", &arguments.hosts, "Use only these hosts of --traces, separated by commas")
      .named("HOSTS")
      .excludes(synthetic);
  simulate.option("--each-host", &arguments.each_host,
                  "Simulate the hosts one by one, each with its own budget");
  simulate.option("--fetch-log", &arguments.fetch_log, "Write every visit to this file")
      .named("FILE");
  simulate
      .option("--signals", &arguments.signals,
              "Simulate sitemaps and feeds that announce changes: none, honest, or "
              "partial:Q,NU,HOURS (share of changes announced, false announcements per page and "
              "day, delay)")
      .show_default();
  simulate.option("--plot", &arguments.plot, "Draw the results into this HTML file").named("FILE");
  simulate.option("--until", &arguments.until, "Cut the histories off at this Unix time");
  simulate.footer(
      "Examples:\n"
      "  freshet simulate --traces traces --policies optimal,uniform --budget-per-page 0.05\n"
      "  freshet simulate --traces traces --each-host --json\n"
      "  freshet simulate --traces traces --hosts mdn --plot mdn.html\n"
      "  freshet simulate --synthetic --policies optimal,uniform --budget-per-page 0.05,0.2,1\n"
      "  freshet simulate --experiment mixed-sorting\n"
      "  freshet simulate --experiment stress --policies optimal,nutch-adaptive");
}

}  // namespace freshet::cli
