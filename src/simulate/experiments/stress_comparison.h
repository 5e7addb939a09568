#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "schedule/registry.h"
#include "simulate/stress.h"

namespace freshet::simulate {

// Policies against `uniform` on worlds that are hard for policies that learn.

struct StressComparison {
  std::vector<const schedule::PolicyEntry*> policies;
  StressOptions first;  // the first world; the others have the seeds after it
  uint32_t worlds = 200;
  unsigned threads = 1;  // the results are the same with any number
  std::function<void(const std::string& doing)> progress;  // one call at a time; may be empty
};

struct StressResult {
  uint64_t seed = 0;
  std::string name;  // of the world
  std::vector<StressKind> kinds;
  double uniform = 0;         // freshness
  std::vector<double> ahead;  // of uniform, by policy, in points of freshness (hundredths)
};

// Returns a result for each world, by seed.
std::vector<StressResult> compare_with_uniform(const StressComparison& comparison);

struct StressSummary {
  double mean = 0;    // points ahead of uniform
  double worst = 0;   // the smallest
  size_t behind = 0;  // worlds in which the policy is more than a point behind
  size_t ahead = 0;   // and more than a point ahead
};
// `policy` is an index into `ahead`. There is a result at least.
StressSummary summarise(std::span<const StressResult> results, size_t policy);

// Makes a policy for a run in this world; true rates go only to policies that need them.
std::unique_ptr<schedule::Policy> make_policy(const schedule::PolicyEntry& entry,
                                              const World& world, double visits_per_page_day);

}  // namespace freshet::simulate
