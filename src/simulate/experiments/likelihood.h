#pragma once

#include <span>
#include <vector>

#include "simulate/experiments/change_models.h"
#include "simulate/world.h"

namespace freshet::simulate {

// Every other page of a world is visited each 5 days, the others each 20.
struct Foretold {
  uint64_t visits = 0;  // in the last four fifths of the time; the first are for learning
  double changed = 0;   // share of them
  std::vector<double> log_chances;  // by model: mean logarithm of the probability of what was seen
};
Foretold foretell_visits(const World& world, std::span<const NamedModel> models);

}  // namespace freshet::simulate
