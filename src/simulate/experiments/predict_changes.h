#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "simulate/experiments/chance.h"
#include "simulate/world.h"

namespace freshet::simulate {

// Paper 002's watch: 55 collections, two days apart. Fifty are the past, from which five more are
// foretold.
inline constexpr double kCollectionDays = 2;
inline constexpr int kPastCollections = 50;
inline constexpr int kNextCollections = 5;

// Whether each collection of a page but the first found it changed since the one before: a bit
// each, the oldest lowest.
using Watched = uint64_t;

// Pages of worlds with known laws.
enum class ChangeLaw {
  kSteady,    // at a rate of its own (Poisson)
  kDiesDown,  // often for some weeks after it was made, then seldom
  kBatches,   // steadily, and at moments at which a third of the site changes
};
std::vector<Watched> draw_watched(ChangeLaw law, int pages, Chance& chance);

// Pages of a host that were there throughout, in five windows spread evenly over its history.
std::vector<std::vector<Watched>> watch_histories(const World& world, schedule::Site host);

// Mispredictions of the number of changes in the next five collections, from 0 to 1.
struct ChangeErrors {
  double published = 0;        // the paper's formula, from the last five and the group's rates
  double from_rates = 0;       // the same question, answered by the rule of Bayes
  double learned_of_five = 0;  // the Gamma belief, from the last five
  double learned = 0;          // the Gamma belief, from all fifty
};
// The group's rates and the belief's prior come from the past fifty of all pages.
ChangeErrors foretell_changes(const std::vector<Watched>& pages);

}  // namespace freshet::simulate
