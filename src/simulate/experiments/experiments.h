#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "schedule/registry.h"
#include "simulate/experiments/table.h"
#include "simulate/world.h"

namespace freshet::simulate {

// What an experiment is given. The same seed and histories give the same table.
struct ExperimentInput {
  uint64_t seed = 1;
  const World* histories = nullptr;  // of real pages, for those that can make use of them
  // For those that compare any policies; empty: the experiment's own choice.
  std::vector<const schedule::PolicyEntry*> policies;
  uint32_t worlds = 200;                                   // for those that draw many
  unsigned threads = 1;                                    // the table is the same with any number
  std::function<void(const std::string& doing)> progress;  // may be empty
};

// The papers' experiments.

Table staleness_experiment(uint64_t seed);
Table staleness_gap_experiment(uint64_t seed);
Table mixed_sorting_experiment(uint64_t seed);
Table predict_experiment(const ExperimentInput& input);
Table cycle_experiment(uint64_t seed);

// Our own, on histories.
Table held_out_experiment(const ExperimentInput& input);
Table likelihood_experiment(const ExperimentInput& input);

// Our own, on worlds that are hard for policies that learn.
Table stress_experiment(const ExperimentInput& input);

struct Experiment {
  std::string_view name;
  std::string_view purpose;  // in a line
  Table (*run)(const ExperimentInput& input);
  bool needs_histories = false;
};

// In the order of the papers.
std::span<const Experiment> experiments();

// nullptr where there is none of that name.
const Experiment* find_experiment(std::string_view name);

}  // namespace freshet::simulate
