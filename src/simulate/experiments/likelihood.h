#pragma once

#include <span>
#include <vector>

#include "simulate/experiments/change_models.h"
#include "simulate/world.h"

namespace freshet::simulate {

// The scores of change models. Every other page of a world is visited each 5 days, the others
// each 20.
struct PredictionScores {
  uint64_t visits = 0;  // in the last four fifths of the time; the first fifth is for learning
  double changed = 0;   // the share of these visits that found a change
  std::vector<double>
      log_likelihoods;  // by model: the mean logarithm of the probability of the result
};
PredictionScores predict_visits(const World& world, std::span<const NamedModel> models);

}  // namespace freshet::simulate
