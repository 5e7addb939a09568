// freshet simulate
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>

#include "cli/command.h"
#include "clock/clock.h"
#include "json/write.h"
#include "schedule/registry.h"
#include "simulate/engine.h"
#include "simulate/experiments/experiments.h"
#include "simulate/trace.h"
#include "telemetry/progress.h"
#include "telemetry/terminal.h"

namespace freshet::cli {
namespace {

struct Row {
  std::string policy;
  std::string host;
  simulate::Outcome outcome;
  double seconds = 0;
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
  for (const auto& each : schedule::policies()) known.append(" ").append(each.name);
  return fail("there is no policy " + name + "; there are:" + known);
}

Result<std::vector<const schedule::PolicyEntry*>> chosen(const std::string& names) {
  std::vector<const schedule::PolicyEntry*> entries;
  if (names == "all") {
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
  w.member("changes_total", row.outcome.changes_total).member("seconds", row.seconds).end_object();
  out += '\n';
}

std::string in_words(const Row& row) {
  char line[256];
  std::snprintf(
      line, sizeof line, "%-22s %-18s %10llu requests  freshness %.4f  age %8.2f days  %5.1f s\n",
      row.policy.c_str(), row.host.c_str(), static_cast<unsigned long long>(row.outcome.requests),
      row.outcome.freshness, row.outcome.age_seconds / 86'400, row.seconds);
  return line;
}

class Simulation {
 public:
  Simulation(const Invocation& invocation, const SimulateArguments& arguments)
      : invocation_(invocation), arguments_(arguments) {}

  bool open_log() {
    if (arguments_.fetch_log.empty()) return true;
    log_.open(arguments_.fetch_log);
    return log_.good();
  }

  void run(const schedule::PolicyEntry& entry, const simulate::World& world,
           const std::string& host) {
    schedule::PolicyContext context{.visits_per_page_day = arguments_.visits_per_page_day};
    if (entry.needs_known_rates) context.known_rates = world.true_rates();
    const auto policy = entry.make(context);
    simulate::RunOptions options{.visits_per_page_day = arguments_.visits_per_page_day};
    if (arguments_.until) options.until = Instant::from_unix_seconds(*arguments_.until);
    if (log_.is_open()) {
      options.log = [&](const simulate::Visit& visit) { log_visit(entry, world, visit); };
    }
    telemetry::Progress line(
        telemetry::Progress::mode_for(telemetry::stderr_is_terminal(), arguments_.quiet), clock_,
        {.terminal = telemetry::write_stderr,
         .line = [](std::string_view text) { telemetry::write_stderr(std::string(text) + "\n"); },
         .columns = telemetry::stderr_columns});
    options.progress = [&](double done) {
      line.update([&] {
        return std::string(entry.name) + " on " + host + "  " +
               std::to_string(static_cast<int>(100 * done)) + " %";
      });
    };
    const auto begin = std::chrono::steady_clock::now();
    Row row{std::string(entry.name), host, simulate::run(world, *policy, options)};
    line.clear();
    row.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    std::string out;
    if (invocation_.json)
      write_row(row, out);
    else
      out = in_words(row);
    std::fwrite(out.data(), 1, out.size(), stdout);
    std::fflush(stdout);
  }

  bool log_is_written() {
    if (!log_.is_open()) return true;
    log_.close();
    return log_.good();
  }

 private:
  void log_visit(const schedule::PolicyEntry& entry, const simulate::World& world,
                 const simulate::Visit& visit) {
    const schedule::Site site = world.pages[visit.page].site;
    const auto& first = world.first_pages;
    log_ << entry.name << '\t' << world.hosts[site] << '\t' << visit.page - first[site] << '\t'
         << visit.at.unix_seconds() << '\n';
  }

  const Invocation& invocation_;
  const SimulateArguments& arguments_;
  const SystemClock clock_;
  std::ofstream log_;
};

int run_experiment(const Invocation& invocation, const SimulateArguments& arguments) {
  const simulate::Experiment* experiment = simulate::find_experiment(arguments.experiment);
  if (experiment == nullptr) {
    return complain(kExitUsage, "there is no experiment " + arguments.experiment +
                                    "; there are: " + experiment_names());
  }
  const simulate::Table table = experiment->run(arguments.seed);
  const std::string out = invocation.json ? simulate::to_json(table) : simulate::to_text(table);
  std::fwrite(out.data(), 1, out.size(), stdout);
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
  if (arguments.traces.empty()) {
    return complain(kExitUsage, "say what to simulate: --traces FOLDER, or --experiment NAME");
  }
  const auto entries = chosen(arguments.policies);
  if (!entries) return complain(kExitUsage, entries.error().message);
  const auto world = simulate::read_traces(arguments.traces, names_in(arguments.hosts));
  if (!world) return complain(kExitUsage, world.error().message);

  Simulation simulation(invocation, arguments);
  if (!simulation.open_log()) {
    return complain(kExitUsage, arguments.fetch_log + " cannot be written");
  }
  if (arguments.each_host) {
    for (schedule::Site site = 0; site < world->hosts.size(); ++site) {
      const simulate::World part = world->only(site);
      for (const auto* entry : *entries) simulation.run(*entry, part, world->hosts[site]);
    }
  } else {
    for (const auto* entry : *entries) simulation.run(*entry, *world, "*");
  }
  if (!simulation.log_is_written()) {
    return complain(kExitFailed, arguments.fetch_log + " could not be written whole");
  }
  return kExitDone;
}

}  // namespace freshet::cli
