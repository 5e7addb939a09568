#include "simulate/experiments/experiments.h"

#include <algorithm>
#include <array>

namespace freshet::simulate {
namespace {

template <Table (*kRun)(uint64_t seed)>
Table seeded(const ExperimentInput& input) {
  return kRun(input.seed);
}

}  // namespace

std::span<const Experiment> experiments() {
  static constexpr std::array kAll = {
      Experiment{"staleness", "mean staleness of three orders of collecting ten sites (paper 000)",
                 seeded<staleness_experiment>},
      Experiment{"staleness-gap", "what the greedy rule of paper 000 loses against the optimum",
                 seeded<staleness_gap_experiment>},
      Experiment{"mixed-sorting", "hours to collect 100 servers by their hourly load (paper 001)",
                 seeded<mixed_sorting_experiment>},
      Experiment{"predict", "errors of two predictors of downloads and changes (paper 002)",
                 predict_experiment},
      Experiment{"cycle", "requests and freshness of refresh cycles in groups (paper 003)",
                 seeded<cycle_experiment>},
      Experiment{"likelihood", "how well models of change predict visits to real pages",
                 likelihood_experiment, true},
      Experiment{"held-out", "settings of optimal chosen on all hosts but one", held_out_experiment,
                 true},
      Experiment{"stress", "policies against uniform on random worlds, and after redesigns",
                 stress_experiment},
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
