#include "simulate/experiments/held_out.h"

#include <array>
#include <cstdio>
#include <string_view>

#include "schedule/policies.h"
#include "simulate/engine.h"
#include "simulate/experiments/experiments.h"

namespace freshet::simulate {
namespace {

constexpr std::array<double, 3> kBudgets = {0.01, 0.05, 0.2};

// The settings that were chosen for `optimal` by looking at histories, and others. The first is
// what is shipped.
struct Setting {
  const char* parameter;
  double value;
};
constexpr std::array<Setting, 9> kSettings = {{{"shipped", 0},
                                               {"harmonic", 0.03},
                                               {"harmonic", 0.1},
                                               {"harmonic", 1},
                                               {"memory", 100},
                                               {"memory", 200},
                                               {"memory", 500},
                                               {"clock", 50},
                                               {"clock", 1000}}};
struct Parameter {
  const char* name;
  double shipped;
  std::array<size_t, 4> settings;  // among which it is chosen
  size_t count;
};

schedule::OptimalOptions options_of(const Setting& setting, double budget) {
  schedule::OptimalOptions options;
  options.visits_per_page_day = budget;
  const std::string_view parameter = setting.parameter;
  if (parameter == "harmonic") options.objective.harmonic = setting.value;
  if (parameter == "memory") options.memory_days = setting.value;
  if (parameter == "clock") options.pages_for_a_clock = static_cast<uint32_t>(setting.value);
  return options;
}

// The mean over budgets of the freshness that each setting reaches.
HostScores scores_of(const World& world, const ExperimentInput& input) {
  HostScores scores{world.hosts[0], {}};
  for (const Setting& setting : kSettings) {
    double sum = 0;
    char line[160];
    int length = std::snprintf(line, sizeof line, "%s, %s %g:", world.hosts[0].c_str(),
                               setting.parameter, setting.value);
    for (const double budget : kBudgets) {
      const auto policy = schedule::make_optimal(options_of(setting, budget));
      const double freshness = run(world, *policy, {.visits_per_page_day = budget}).freshness;
      sum += freshness;
      if (length < 0 || static_cast<size_t>(length) >= sizeof line) continue;
      length += std::snprintf(line + length, sizeof line - static_cast<size_t>(length), " %.5f",
                              freshness);
    }
    scores.scores.push_back(sum / kBudgets.size());
    if (input.progress) input.progress(line);
  }
  return scores;
}

}  // namespace

size_t best_without(std::span<const HostScores> hosts, size_t left_out,
                    std::span<const size_t> settings) {
  size_t best = settings.front();
  double best_sum = -1;
  for (const size_t setting : settings) {
    double sum = 0;
    for (size_t host = 0; host < hosts.size(); ++host) {
      if (host != left_out) sum += hosts[host].scores[setting];
    }
    if (sum <= best_sum) continue;
    best_sum = sum;
    best = setting;
  }
  return best;
}

Table held_out_experiment(const ExperimentInput& input) {
  const schedule::OptimalOptions shipped;
  const std::array<Parameter, 3> parameters = {
      {{"harmonic", shipped.objective.harmonic, {0, 1, 2, 3}, 4},
       {"memory", shipped.memory_days, {0, 4, 5, 6}, 4},
       {"clock", static_cast<double>(shipped.pages_for_a_clock), {0, 7, 8, 0}, 3}}};
  Table table{.title = "Settings of `optimal` chosen on all hosts but one, tried on that one",
              .assumptions = {"Freshness, mean of 0.01, 0.05 and 0.2 visits a page and day. For "
                              "each parameter the value that did best on the other hosts in the "
                              "mean, and what it does on this one; the others as shipped.",
                              "Tried: harmonic 0.03, 0.1, 1; memory 100, 200, 500 days; a clock "
                              "from 50 or 1000 pages on; and what is shipped."},
              .columns = {{"host", 0}, {"shipped", 4}}};
  for (const Parameter& parameter : parameters) {
    table.columns.push_back({parameter.name, 2});
    table.columns.push_back({std::string("with ") + parameter.name, 4});
  }
  std::vector<HostScores> hosts;
  for (schedule::Site host = 0; host < input.histories->hosts.size(); ++host) {
    hosts.push_back(scores_of(input.histories->only(host), input));
  }
  std::vector<double> sums(1 + parameters.size());
  for (size_t host = 0; host < hosts.size(); ++host) {
    auto& row = table.rows.emplace_back();
    row = {hosts[host].host, hosts[host].scores[0]};
    sums[0] += hosts[host].scores[0];
    for (size_t i = 0; i < parameters.size(); ++i) {
      const Parameter& parameter = parameters[i];
      const size_t best =
          best_without(hosts, host, std::span(parameter.settings).first(parameter.count));
      row.emplace_back(best == 0 ? parameter.shipped : kSettings[best].value);
      row.emplace_back(hosts[host].scores[best]);
      sums[i + 1] += hosts[host].scores[best];
    }
  }
  const double count = static_cast<double>(hosts.size());
  table.rows.push_back({"mean", sums[0] / count, Cell(), sums[1] / count, Cell(), sums[2] / count,
                        Cell(), sums[3] / count});
  return table;
}

}  // namespace freshet::simulate
