#include "simulate/experiments/held_out.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <mutex>
#include <numeric>

#include "simulate/engine.h"
#include "simulate/experiments/experiments.h"
#include "simulate/experiments/held_out_constants.h"
#include "threads/thread_pool.h"

namespace freshet::simulate {
namespace {

constexpr std::array<double, 3> kBudgets = {0.01, 0.05, 0.2};

// One constant has another value; all others are as shipped. Setting 0 is as shipped.
struct Setting {
  const OptimalConstant* constant = nullptr;
  double value = 0;

  OptimalSetup setup() const {
    OptimalSetup setup;
    if (constant != nullptr) constant->set(setup, value);
    return setup;
  }
};

std::vector<Setting> all_settings() {
  std::vector<Setting> settings(1);
  for (const OptimalConstant& constant : optimal_constants())
    for (const double value : constant.others) settings.push_back({&constant, value});
  return settings;
}

// The numbers of the settings that give the constant a value: as shipped, then the others.
std::vector<size_t> candidates(std::span<const Setting> settings, const OptimalConstant& constant) {
  std::vector<size_t> numbers = {0};
  for (size_t i = 1; i < settings.size(); ++i)
    if (settings[i].constant == &constant) numbers.push_back(i);
  return numbers;
}

std::string text(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%g", value);
  return text.data();
}

double freshness(const World& world, const Setting& setting, double budget) {
  OptimalSetup setup = setting.setup();
  setup.policy.visits_per_page_day = budget;
  const auto policy = schedule::make_optimal(setup.policy);
  return run(world, *policy,
             {.visits_per_page_day = budget, .pages_of_a_section = setup.pages_of_a_section})
      .freshness;
}

// The mean over the budgets, of each setting on each host.
std::vector<HostScores> scores_of(const ExperimentInput& input, std::span<const Setting> settings) {
  std::vector<World> worlds;
  std::vector<HostScores> hosts;
  for (schedule::Site host = 0; host < input.histories->hosts.size(); ++host) {
    worlds.push_back(input.histories->only(host));
    hosts.push_back({input.histories->hosts[host], std::vector<double>(settings.size())});
  }
  // Long runs first, so that all threads have work until the end.
  std::vector<size_t> order(worlds.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    return worlds[a].pages.size() > worlds[b].pages.size();
  });
  std::mutex progress_mutex;
  ThreadPool pool(input.threads);
  pool.parallel_for(order.size() * settings.size(), [&](size_t i) {
    const size_t host = order[i / settings.size()];
    const Setting& setting = settings[i % settings.size()];
    std::string line = hosts[host].host + ", ";
    line += setting.constant == nullptr
                ? "as shipped"
                : std::string(setting.constant->name) + " " + text(setting.value);
    double sum = 0;
    for (const double budget : kBudgets) {
      const double result = freshness(worlds[host], setting, budget);
      sum += result;
      line += " " + text(result);
    }
    hosts[host].scores[i % settings.size()] = sum / kBudgets.size();
    if (!input.progress) return;
    const std::lock_guard lock(progress_mutex);
    input.progress(line);
  });
  return hosts;
}

double mean_of(std::span<const HostScores> hosts, size_t setting) {
  double sum = 0;
  for (const HostScores& host : hosts) sum += host.scores[setting];
  return sum / static_cast<double>(hosts.size());
}

// "all but mdn (600)": for which hosts which value is chosen, where it is not the shipped one.
std::string chosen_for(std::span<const HostScores> hosts, std::span<const Setting> settings,
                       std::span<const size_t> chosen) {
  std::string all;
  for (size_t setting = 1; setting < settings.size(); ++setting) {
    const auto count = std::count(chosen.begin(), chosen.end(), setting);
    if (count == 0) continue;
    // The shorter list is told.
    const bool are_most = 2 * count > std::ssize(chosen);
    std::string names;
    for (size_t host = 0; host < hosts.size(); ++host)
      if ((chosen[host] == setting) != are_most)
        names += (names.empty() ? "" : ", ") + hosts[host].host;
    if (!all.empty()) all += "; ";
    if (are_most) all += names.empty() ? "all" : "all but ";
    all += names + " (" + text(settings[setting].value) + ")";
  }
  return all.empty() ? "none" : all;
}

// A row for each constant: the means of all its values, and what a choice without the host gains.
Table constants_table(std::span<const HostScores> hosts, std::span<const Setting> settings) {
  constexpr double kPoints = 100;
  Table table{.title = "Constants of `optimal` chosen on all hosts but one, tried on that one",
              .assumptions = {"Freshness, mean of 0.01, 0.05 and 0.2 visits a page and day. For "
                              "each host and constant, the value is chosen that did best on the "
                              "other hosts in the mean; all other constants are as shipped."},
              .columns = {{"constant"},
                          {"shipped"},
                          {"tried, with the points that they gain in the mean of all hosts"},
                          {"mean, shipped", 4},
                          {"mean, held out", 4},
                          {"another value is chosen for"}},
              .rows = {},
              .details = {}};
  for (const OptimalConstant& constant : optimal_constants()) {
    const std::vector<size_t> values = candidates(settings, constant);
    std::string tried;
    for (const size_t setting : std::span(values).subspan(1)) {
      std::array<char, 64> gain{};
      std::snprintf(gain.data(), gain.size(), "%s%g (%+.3f)", tried.empty() ? "" : ", ",
                    settings[setting].value,
                    kPoints * (mean_of(hosts, setting) - mean_of(hosts, 0)));
      tried += gain.data();
    }
    double held_out = 0;
    std::vector<size_t> chosen;
    for (size_t host = 0; host < hosts.size(); ++host) {
      chosen.push_back(best_without(hosts, host, values));
      held_out += hosts[host].scores[chosen.back()] / static_cast<double>(hosts.size());
    }
    table.rows.push_back({std::string(constant.name), text(constant.shipped), tried,
                          mean_of(hosts, 0), held_out, chosen_for(hosts, settings, chosen)});
  }
  return table;
}

// A row for each host.
Table hosts_table(std::span<const HostScores> hosts, std::span<const Setting> settings) {
  Table table{.title = "The same by host: with the value that is chosen without it",
              .assumptions = {},
              .columns = {{"host"}, {"as shipped", 4}},
              .rows = {},
              .details = {}};
  for (const OptimalConstant& constant : optimal_constants())
    table.columns.push_back({std::string(constant.name), 4});
  for (size_t host = 0; host < hosts.size(); ++host) {
    std::vector<Cell> row = {hosts[host].host, hosts[host].scores[0]};
    for (const OptimalConstant& constant : optimal_constants())
      row.emplace_back(
          hosts[host].scores[best_without(hosts, host, candidates(settings, constant))]);
    table.rows.push_back(std::move(row));
  }
  return table;
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
  const std::vector<Setting> settings = all_settings();
  const std::vector<HostScores> hosts = scores_of(input, settings);
  Table table = constants_table(hosts, settings);
  table.details = {hosts_table(hosts, settings)};
  return table;
}

}  // namespace freshet::simulate
