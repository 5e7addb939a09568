#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "simulate/experiments/chance.h"
#include "simulate/world.h"

namespace freshet::simulate {

// The observation of paper 002: 55 collections, two days apart. From fifty past ones, five more are
// predicted.
inline constexpr double kCollectionDays = 2;
inline constexpr int kPastCollections = 50;
inline constexpr int kNextCollections = 5;

// For each collection of a page except the first, a bit: whether the page has changed since the
// previous one. The lowest bit is the oldest.
using ObservedChanges = uint64_t;

// How the pages of a random world change.
enum class ChangeLaw {
  kSteady,    // each page at its own rate (Poisson)
  kDiesDown,  // often for some weeks after creation, then seldom
  kBatches,   // steadily, and together with a third of the site at certain times
};
std::vector<ObservedChanges> draw_observed(ChangeLaw law, int pages, Chance& chance);

// Observes the pages of a host in five windows, spread evenly over its history. In each window,
// only pages that existed throughout are included.
std::vector<std::vector<ObservedChanges>> observe_histories(const World& world,
                                                            schedule::Site host);

// Mispredictions of the number of changes in the next five collections, from 0 to 1.
struct ChangeErrors {
  double published = 0;        // the paper's formula, from the last five and the group's rates
  double from_rates = 0;       // the rule of Bayes, from the same
  double learned_of_five = 0;  // the Gamma belief, from the last five
  double learned = 0;          // the Gamma belief, from all fifty
};
// Predicts the changes of all pages. The group's rates and the prior of the belief come from the
// fifty past collections of all pages.
ChangeErrors predict_changes(const std::vector<ObservedChanges>& pages);

}  // namespace freshet::simulate
