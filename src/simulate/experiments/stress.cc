#include <algorithm>
#include <numeric>

#include "simulate/experiments/experiments.h"
#include "simulate/experiments/redesign.h"
#include "simulate/experiments/stress_comparison.h"

namespace freshet::simulate {
namespace {

constexpr uint32_t kMostRedesigns = 20;
constexpr size_t kWorst = 10;  // worlds that are named

using Policies = std::vector<const schedule::PolicyEntry*>;

Cell name_cell(const schedule::PolicyEntry& policy) {
  return std::string(policy.name);
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + std::ssize(values) / 2;
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

std::vector<double> ratios_of(const std::vector<RecoveryResult>& recoveries, size_t policy) {
  std::vector<double> ratios;
  ratios.reserve(recoveries.size());
  for (const RecoveryResult& each : recoveries) ratios.push_back(each.ratios[policy]);
  return ratios;
}

double sites_not_recovered(const std::vector<RecoveryResult>& recoveries, size_t policy) {
  return static_cast<double>(
      std::count_if(recoveries.begin(), recoveries.end(),
                    [&](const RecoveryResult& each) { return !each.recovered[policy]; }));
}

Table summary_table(const Policies& policies, const std::vector<StressResult>& results,
                    const std::vector<RecoveryResult>& recoveries) {
  Table table{.title = "Policies against `uniform` on random worlds that are hard to learn",
              .assumptions = {"Points are hundredths of freshness, of the policy minus that of "
                              "`uniform` in the same world with the same budget.",
                              "Recovery is the time from a redesign of all quiet pages of a site "
                              "until nine tenths of them were fetched again, over the time that "
                              "`uniform` takes; at least that of the sites that did not recover "
                              "within ten rounds of visits."},
              .columns = {{"policy"},
                          {"worlds", 0},
                          {"mean points", 2},
                          {"worst points", 2},
                          {"> 1 behind", 0},
                          {"> 1 ahead", 0},
                          {"median recovery", 2},
                          {"slowest recovery", 2},
                          {"not recovered", 0}},
              .rows = {},
              .details = {}};
  for (size_t i = 0; i < policies.size(); ++i) {
    const StressSummary summary = summarise(results, i);
    const std::vector<double> ratios = ratios_of(recoveries, i);
    table.rows.push_back(
        {name_cell(*policies[i]), static_cast<double>(results.size()), summary.mean, summary.worst,
         static_cast<double>(summary.behind), static_cast<double>(summary.ahead), median(ratios),
         *std::max_element(ratios.begin(), ratios.end()), sites_not_recovered(recoveries, i)});
  }
  return table;
}

Table worst_table(const Policies& policies, const std::vector<StressResult>& results) {
  Table table{.title = "The worst worlds of each policy (again: --seed SEED --worlds 1)",
              .assumptions = {},
              .columns = {{"policy"}, {"seed", 0}, {"points", 2}, {"uniform", 3}, {"world"}},
              .rows = {},
              .details = {}};
  for (size_t i = 0; i < policies.size(); ++i) {
    std::vector<size_t> order(results.size());
    std::iota(order.begin(), order.end(), size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](size_t a, size_t b) { return results[a].ahead[i] < results[b].ahead[i]; });
    order.resize(std::min(order.size(), kWorst));
    for (const size_t index : order) {
      const StressResult& result = results[index];
      table.rows.push_back({name_cell(*policies[i]), static_cast<double>(result.seed),
                            result.ahead[i], result.uniform, result.name});
    }
  }
  return table;
}

Table kinds_table(const Policies& policies, const std::vector<StressResult>& results) {
  Table table{.title = "The same by kind of section",
              .assumptions = {"A world counts for every kind of which it has a section."},
              .columns = {{"policy"},
                          {"kind"},
                          {"worlds", 0},
                          {"mean points", 2},
                          {"worst points", 2},
                          {"> 1 behind", 0}},
              .rows = {},
              .details = {}};
  for (size_t i = 0; i < policies.size(); ++i) {
    for (size_t k = 0; k < kStressKinds; ++k) {
      const auto kind = static_cast<StressKind>(k);
      std::vector<StressResult> with;
      std::copy_if(results.begin(), results.end(), std::back_inserter(with), [&](const auto& r) {
        return std::find(r.kinds.begin(), r.kinds.end(), kind) != r.kinds.end();
      });
      if (with.empty()) continue;
      const StressSummary summary = summarise(with, i);
      table.rows.push_back({name_cell(*policies[i]), std::string(name_of(kind)),
                            static_cast<double>(with.size()), summary.mean, summary.worst,
                            static_cast<double>(summary.behind)});
    }
  }
  return table;
}

Table recovery_table(const Policies& policies, const std::vector<RecoveryResult>& recoveries) {
  Table table{
      .title = "Days until nine tenths of a redesigned site were fetched again",
      .assumptions = {"Ten rounds of visits after the redesign the world ends: a policy "
                      "that has not recovered by then takes at least the days given."},
      .columns = {{"policy"}, {"uniform", 1}, {"days", 1}, {"ratio", 2}, {"recovered"}, {"site"}},
      .rows = {},
      .details = {}};
  for (size_t i = 0; i < policies.size(); ++i) {
    for (const RecoveryResult& each : recoveries) {
      table.rows.push_back({name_cell(*policies[i]), each.uniform_days,
                            each.ratios[i] * each.uniform_days, each.ratios[i],
                            std::string(each.recovered[i] ? "yes" : "not yet"), each.name});
    }
  }
  return table;
}

}  // namespace

Table stress_experiment(const ExperimentInput& input) {
  Policies policies = input.policies;
  if (policies.empty()) policies.push_back(schedule::find_policy("optimal"));
  const auto results = compare_with_uniform({.policies = policies,
                                             .first = {.seed = input.seed},
                                             .worlds = input.worlds,
                                             .threads = input.threads,
                                             .progress = input.progress});
  const auto recoveries = compare_recovery({.policies = policies,
                                            .first_seed = input.seed,
                                            .worlds = std::min(input.worlds, kMostRedesigns),
                                            .threads = input.threads,
                                            .progress = input.progress});
  Table table = summary_table(policies, results, recoveries);
  table.details = {worst_table(policies, results), kinds_table(policies, results),
                   recovery_table(policies, recoveries)};
  return table;
}

}  // namespace freshet::simulate
