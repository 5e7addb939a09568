// The command line of simulate.
#include <CLI/CLI.hpp>

#include "cli/command.h"
#include "cli/commands.h"

namespace freshet::cli {
namespace {

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

}  // namespace

void add_simulate(Commands& commands) {
  auto [simulate, arguments] = commands.add(
      "simulate", "Compare policies on histories of pages, in virtual time", run_simulate);
  CLI::Option* traces =
      simulate->add_option("--traces", arguments.traces, "Folder with HOST.tsv.zst files")
          ->type_name("FOLDER");
  CLI::Option* synthetic = simulate->add_flag("--synthetic", arguments.synthetic,
                                              "Pages that change by chance, at rates of their own");
  synthetic->excludes(traces);
  add_synthetic(*simulate, *synthetic, arguments);
  CLI::Option* experiment = simulate->add_option("--experiment", arguments.experiment,
                                                 "An experiment instead: " + experiment_names());
  simulate->add_option("--worlds", arguments.worlds, "How many worlds the experiment stress draws")
      ->capture_default_str()
      ->check(CLI::Range(1u, 1'000'000u))
      ->needs(experiment);
  simulate->add_option("--seed", arguments.seed, "Of an experiment, signals or synthetic pages")
      ->capture_default_str();
  simulate->add_option(
      "--policies", arguments.policies,
      "Names with commas between, or all (the default; the experiment stress: optimal)");
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
      "  freshet simulate --experiment mixed-sorting\n"
      "  freshet simulate --experiment stress --policies optimal,nutch-adaptive");
}

}  // namespace freshet::cli
