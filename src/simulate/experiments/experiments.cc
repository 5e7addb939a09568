#include "simulate/experiments/experiments.h"

#include <algorithm>
#include <array>

namespace freshet::simulate {

std::span<const Experiment> experiments() {
  static constexpr std::array kAll = {
      Experiment{"staleness", "mean staleness of three orders of collecting ten sites (paper 000)",
                 staleness_experiment},
      Experiment{"staleness-gap", "what the greedy rule of paper 000 loses against the optimum",
                 staleness_gap_experiment},
      Experiment{"mixed-sorting", "hours to collect 100 servers by their hourly load (paper 001)",
                 mixed_sorting_experiment},
      // Here belongs "predict" (paper 002: will it be there, will it have changed).
      Experiment{"cycle", "requests and freshness of refresh cycles in groups (paper 003)",
                 cycle_experiment},
  };
  return kAll;
}

const Experiment* find_experiment(std::string_view name) {
  const auto all = experiments();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Experiment& e) { return e.name == name; });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace freshet::simulate
