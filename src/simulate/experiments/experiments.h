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

// The input of an experiment. The same seed and histories give the same table.
struct ExperimentInput {
  uint64_t seed = 1;
  const World* histories = nullptr;  // histories of real pages; not all experiments use them
  // The policies to compare; if empty, the experiment's own choice. Not all experiments use them.
  std::vector<const schedule::PolicyEntry*> policies;
  uint32_t worlds = 200;  // the number of random worlds, for experiments that use many
  unsigned threads = 1;   // does not affect the table
  std::function<void(const std::string& step)> progress;  // may be empty
};

// Experiments of the papers.

Table staleness_experiment(uint64_t seed);
Table staleness_gap_experiment(uint64_t seed);
Table mixed_sorting_experiment(uint64_t seed);
Table predict_experiment(const ExperimentInput& input);
Table cycle_experiment(uint64_t seed);

// Further experiments, on histories.
Table held_out_experiment(const ExperimentInput& input);
Table likelihood_experiment(const ExperimentInput& input);

// A further experiment, on worlds that are difficult for policies that learn.
Table stress_experiment(const ExperimentInput& input);

struct Experiment {
  std::string_view name;
  std::string_view purpose;  // one line
  Table (*run)(const ExperimentInput& input);
  bool needs_histories = false;
};

// All experiments, in the order of the papers.
std::span<const Experiment> experiments();

// Returns nullptr if there is no experiment of this name.
const Experiment* find_experiment(std::string_view name);

}  // namespace freshet::simulate
