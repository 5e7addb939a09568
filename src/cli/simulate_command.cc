// freshet simulate
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <thread>

#include "cli/command.h"
#include "cli/output.h"
#include "json/write.h"
#include "schedule/objective.h"
#include "schedule/registry.h"
#include "simulate/engine.h"
#include "simulate/experiments/experiments.h"
#include "simulate/plot.h"
#include "simulate/rhythm.h"
#include "simulate/synthetic.h"
#include "simulate/trace.h"
#include "systemclock/system_clock.h"
#include "telemetry/progress.h"
#include "telemetry/terminal.h"
#include "text/printable.h"

namespace freshet::cli {
namespace {

// The share of a synthetic world's time that is measured; before it, policies learn.
constexpr double kMeasuredOfSynthetic = 2.0 / 3;
constexpr unsigned kMaxThreads = 8;  // each keeps a world in memory

struct Row {
  std::string policy;
  std::string host;
  double budget = 0;
  simulate::Outcome outcome;
  double seconds = 0;
  std::optional<double> share_of_optimum;
};

// The world in which policies are run.
struct Scene {
  const simulate::World& world;
  std::string host;
  std::vector<schedule::KnownPage> truth;  // true rates by page; empty if not synthetic
};

std::vector<std::string> names_in(std::string_view list) {
  std::vector<std::string> names;
  while (!list.empty()) {
    const size_t comma = std::min(list.find(','), list.size());
    if (comma > 0) names.emplace_back(list.substr(0, comma));
    list.remove_prefix(std::min(comma + 1, list.size()));
  }
  return names;
}

Unexpected<Error> no_such_policy(const std::string& name) {
  std::string known;
  for (const auto& each : schedule::policies()) {
    known.append(known.empty() ? " " : ", ").append(each.name);
  }
  return fail("there is no policy \"" + name + "\"; choose from:" + known);
}

Result<std::vector<const schedule::PolicyEntry*>> policies_named(const std::string& names) {
  std::vector<const schedule::PolicyEntry*> entries;
  if (names.empty() || names == "all") {
    for (const auto& entry : schedule::policies()) entries.push_back(&entry);
    return entries;
  }
  for (const std::string& name : names_in(names)) {
    const auto* entry = schedule::find_policy(name);
    if (entry == nullptr) return no_such_policy(name);
    entries.push_back(entry);
  }
  return entries;
}

void write_row(const Row& row, std::string& out) {
  json::Writer w(out);
  w.begin_object().member("policy", row.policy).member("host", row.host);
  w.member("requests", row.outcome.requests).member("freshness", row.outcome.freshness);
  w.member("age_seconds", row.outcome.age_seconds);
  w.member("changes_seen", row.outcome.changes_seen);
  w.member("changes_total", row.outcome.changes_total).member("seconds", row.seconds);
  w.member("budget", row.budget);
  if (row.share_of_optimum) w.member("share_of_optimum", *row.share_of_optimum);
  w.end_object();
  out += '\n';
}

std::string format_row(const Row& row) {
  char line[512];
  std::snprintf(line, sizeof line,
                "%-22s %-18s  budget %7g  %10llu requests  freshness %.4f  age %8.2f days",
                row.policy.c_str(), text::printable(row.host).c_str(), row.budget,
                static_cast<unsigned long long>(row.outcome.requests), row.outcome.freshness,
                row.outcome.age_seconds / 86'400);
  std::string text = line;
  if (row.share_of_optimum) {
    std::snprintf(line, sizeof line, "  %.4f of the optimum", *row.share_of_optimum);
    text += line;
  }
  std::snprintf(line, sizeof line, "  %5.1f s\n", row.seconds);
  return text + line;
}

class Simulation {
 public:
  Simulation(const Invocation& invocation, const SimulateArguments& arguments)
      : invocation_(invocation), arguments_(arguments) {}

  Status read_signals() {
    const auto signals = simulate::parse_signals(arguments_.signals);
    if (!signals) return Unexpected(signals.error());
    signals_ = *signals;
    signals_.seed = arguments_.seed;
    return Done{};
  }

  Status read_objective() {
    if (arguments_.objective.empty()) return Done{};
    const auto objective = schedule::objective_named(arguments_.objective);
    if (!objective) return Unexpected(objective.error());
    objective_ = *objective;
    return Done{};
  }

  bool open_log() {
    if (arguments_.fetch_log.empty()) return true;
    log_.open(arguments_.fetch_log);
    return log_.good();
  }

  // Runs every policy at every budget.
  void run(const std::vector<const schedule::PolicyEntry*>& entries, const Scene& scene) {
    for (const double budget : arguments_.visits_per_page_day) {
      std::optional<double> best;
      // The best plan ignores the hour of the day. With a rhythm, a policy may do better than it.
      const bool is_best = arguments_.rhythm == "flat";
      if (!scene.truth.empty() && is_best) best = best_freshness(scene, budget);
      for (const auto* entry : entries) run(*entry, scene, budget, best);
    }
  }

  bool plot_is_written() const {
    if (arguments_.plot.empty()) return true;
    std::ofstream file(arguments_.plot, std::ios::binary);
    file << simulate::plot(plotted_);
    file.close();
    return file.good();
  }

  bool log_is_written() {
    if (!log_.is_open()) return true;
    log_.close();
    return log_.good();
  }

 private:
  // The freshness of the best plan for the true rates, within the caps.
  double best_freshness(const Scene& scene, double budget) const {
    const double cap = arguments_.visits_per_host_day.value_or(HUGE_VAL);
    schedule::SiteCaps caps{.most = std::vector<double>(scene.world.hosts.size(), cap)};
    for (const auto& page : scene.world.pages) caps.site_of.push_back(page.site);
    const double visits = budget * static_cast<double>(scene.truth.size());
    return schedule::expected_freshness(scene.truth,
                                        schedule::best_frequencies(scene.truth, caps, visits, {}));
  }

  std::unique_ptr<schedule::Policy> make(const schedule::PolicyEntry& entry, const Scene& scene,
                                         double budget) const {
    schedule::PolicyContext context{.visits_per_page_day = budget, .objective = objective_};
    if (entry.needs_known_rates && scene.truth.empty()) {
      context.known_rates = scene.world.true_rates();
    } else if (entry.needs_known_rates) {
      // The rates of the generator. Rates computed from the actual changes would reveal the future.
      for (const auto& page : scene.truth) context.known_rates.push_back(page.rate);
    }
    return entry.make(context);
  }

  void run(const schedule::PolicyEntry& entry, const Scene& scene, double budget,
           std::optional<double> best) {
    const auto policy = make(entry, scene, budget);
    simulate::RunOptions options{.visits_per_page_day = budget,
                                 .visits_per_host_day = arguments_.visits_per_host_day,
                                 .signals = signals_};
    if (!scene.truth.empty()) options.measured_share = kMeasuredOfSynthetic;
    if (arguments_.until) options.until = Instant::from_unix_seconds(*arguments_.until);
    if (log_.is_open()) {
      options.log = [&](const simulate::Visit& visit) { log_visit(entry, scene.world, visit); };
    }
    telemetry::Progress line(
        telemetry::Progress::mode_for(telemetry::stderr_redraws(), invocation_.quiet), clock_,
        {.terminal = telemetry::write_stderr,
         .line = telemetry::write_stderr_line,
         .columns = telemetry::stderr_columns});
    options.progress = [&](double done) {
      line.update([&] {
        return std::string(entry.name) + " on " + scene.host + "  " +
               std::to_string(static_cast<int>(100 * done)) + " %";
      });
    };
    const auto begin = std::chrono::steady_clock::now();
    Row row{std::string(entry.name), scene.host, budget,
            simulate::run(scene.world, *policy, options)};
    line.clear();
    row.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    if (best) row.share_of_optimum = row.outcome.freshness / *best;
    std::string out;
    if (invocation_.json)
      write_row(row, out);
    else
      out = format_row(row);
    if (invocation_.json)
      print_exact(out);
    else
      print_text(out);
    flush_output();
    if (arguments_.plot.empty()) return;
    plotted_.push_back({.policy = row.policy,
                        .host = row.host,
                        .budget = budget,
                        .outcome = row.outcome,
                        .learning = 1 - options.measured_share,
                        .start = scene.world.start,
                        .end = std::min(scene.world.end, options.until),
                        .has_dates = scene.truth.empty()});
  }

  void log_visit(const schedule::PolicyEntry& entry, const simulate::World& world,
                 const simulate::Visit& visit) {
    log_ << entry.name << '\t' << world.hosts[visit.site] << '\t';
    if (visit.listing)
      log_ << "listing-" << *visit.listing;
    else
      log_ << visit.page - world.first_pages[visit.site];
    log_ << '\t' << visit.at.unix_seconds() << '\n';
  }

  const Invocation& invocation_;
  const SimulateArguments& arguments_;
  const SystemClock clock_;
  simulate::Signals signals_;
  std::optional<schedule::Objective> objective_;
  std::ofstream log_;
  std::vector<simulate::PlotRow> plotted_;
};

// The world to simulate. True rates are known for a synthetic world only.
Result<simulate::Synthetic> world_for(const SimulateArguments& arguments) {
  if (arguments.synthetic) {
    if (arguments.sites > arguments.pages) return fail("--sites must not be greater than --pages");
    return simulate::make_synthetic({.pages = arguments.pages,
                                     .hosts = arguments.sites,
                                     .days = arguments.days,
                                     .rhythm = *simulate::rhythm_named(arguments.rhythm),
                                     .time_zones = arguments.time_zones,
                                     .seed = arguments.seed});
  }
  auto world = simulate::read_traces(arguments.traces, names_in(arguments.hosts));
  if (!world) return Unexpected(world.error());
  return simulate::Synthetic{.world = std::move(*world), .truth = {}};
}

std::vector<schedule::KnownPage> truth_of(const simulate::Synthetic& world, schedule::Site site) {
  std::vector<schedule::KnownPage> truth;
  for (size_t page = 0; page < world.truth.size(); ++page) {
    if (world.world.pages[page].site == site) truth.push_back(world.truth[page]);
  }
  return truth;
}

int run_experiment(const Invocation& invocation, const SimulateArguments& arguments) {
  const simulate::Experiment* experiment = simulate::find_experiment(arguments.experiment);
  if (experiment == nullptr) {
    return report_error(kExitUsage, "there is no experiment \"" + arguments.experiment +
                                        "\"; choose one of: " + experiment_names());
  }
  std::optional<simulate::World> histories;
  if (!arguments.traces.empty()) {
    auto world = simulate::read_traces(arguments.traces, names_in(arguments.hosts));
    if (!world) return report_error(kExitUsage, world.error().message);
    histories = std::move(*world);
  } else if (experiment->needs_histories) {
    return report_error(kExitUsage, "the experiment " + arguments.experiment +
                                        " needs page histories; name them with --traces FOLDER");
  }
  simulate::ExperimentInput input{
      .seed = arguments.seed,
      .worlds = arguments.worlds,
      .threads = std::clamp(std::thread::hardware_concurrency(), 1u, kMaxThreads)};
  if (!arguments.policies.empty()) {
    auto entries = policies_named(arguments.policies);
    if (!entries) return report_error(kExitUsage, entries.error().message);
    input.policies = std::move(*entries);
  }
  if (histories) input.histories = &*histories;
  if (!invocation.quiet) {
    input.progress = [](const std::string& doing) { telemetry::write_stderr_line(doing); };
  }
  const simulate::Table table = experiment->run(input);
  const std::string out = invocation.json ? simulate::to_json(table) : simulate::to_text(table);
  if (invocation.json)
    print_exact(out);
  else
    print_text(out);
  return kExitDone;
}

}  // namespace

std::string experiment_names() {
  std::string names;
  for (const simulate::Experiment& experiment : simulate::experiments()) {
    if (!names.empty()) names += ", ";
    names += experiment.name;
  }
  return names;
}

int run_simulate(const Invocation& invocation, const SimulateArguments& arguments) {
  if (!arguments.experiment.empty()) return run_experiment(invocation, arguments);
  if (arguments.traces.empty() && !arguments.synthetic) {
    return report_error(
        kExitUsage,
        "nothing to simulate; give one of --traces FOLDER, --synthetic or --experiment NAME");
  }
  const auto entries = policies_named(arguments.policies);
  if (!entries) return report_error(kExitUsage, entries.error().message);
  const auto world_and_truth = world_for(arguments);
  if (!world_and_truth) return report_error(kExitUsage, world_and_truth.error().message);
  const simulate::World& world = world_and_truth->world;

  Simulation simulation(invocation, arguments);
  if (const Status read = simulation.read_signals(); !read) {
    return report_error(kExitUsage, "--signals: " + read.error().message);
  }
  if (const Status read = simulation.read_objective(); !read) {
    return report_error(kExitUsage, "--objective: " + read.error().message);
  }
  if (!simulation.open_log()) {
    return report_error(kExitUsage, "--fetch-log: cannot write to " + arguments.fetch_log);
  }
  if (arguments.each_host) {
    for (schedule::Site site = 0; site < world.hosts.size(); ++site) {
      const simulate::World part = world.only(site);
      simulation.run(*entries, {part, world.hosts[site], truth_of(*world_and_truth, site)});
    }
  } else {
    simulation.run(*entries, {world, "*", world_and_truth->truth});
  }
  if (!simulation.log_is_written()) {
    return report_error(
        kExitFailed, "--fetch-log: cannot write to " + arguments.fetch_log + "; it is incomplete");
  }
  if (!simulation.plot_is_written()) {
    return report_error(kExitFailed, "--plot: cannot write to " + arguments.plot);
  }
  return kExitDone;
}

}  // namespace freshet::cli
