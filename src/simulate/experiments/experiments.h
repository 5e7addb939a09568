#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "simulate/experiments/table.h"

namespace freshet::simulate {

// The papers' experiments. The same seed gives the same table.

Table staleness_experiment(uint64_t seed);
Table staleness_gap_experiment(uint64_t seed);
Table mixed_sorting_experiment(uint64_t seed);
Table cycle_experiment(uint64_t seed);

struct Experiment {
  std::string_view name;
  std::string_view purpose;  // in a line
  Table (*run)(uint64_t seed);
};

// In the order of the papers.
std::span<const Experiment> experiments();

// nullptr where there is none of that name.
const Experiment* find_experiment(std::string_view name);

}  // namespace freshet::simulate
