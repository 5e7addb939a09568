#pragma once

#include <cstdint>
#include <vector>

#include "schedule/allocation.h"
#include "schedule/week_activity.h"
#include "simulate/world.h"

namespace freshet::simulate {

// A web of pages that change by chance, each at its own rate (Poisson processes): the logarithm of
// a rate is the median's, plus one normal deviate of its host and one of the page.
struct SyntheticOptions {
  uint32_t pages = 10'000;
  uint32_t hosts = 200;
  double median_rate = 0.05;  // changes a day
  double host_spread = 1.4;
  double page_spread = 1.4;
  bool zipf_weights = true;  // of a random order of the pages; else all are the same
  double days = 120;
  schedule::WeekActivity rhythm = schedule::flat_week();  // when in the week pages change
  // Whether site n lives n hours ahead of UTC, by the day round. Else all have their hours at once,
  // and what the best hour is worth is bounded by how much can be visited in an hour.
  bool time_zones = false;
  uint64_t seed = 1;
};

struct Synthetic {
  World world;  // all pages are there and current at the start
  std::vector<schedule::KnownPage> truth;
};
Synthetic make_synthetic(const SyntheticOptions& options);

}  // namespace freshet::simulate
