#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "schedule/registry.h"
#include "simulate/world.h"

namespace freshet::simulate {

// Measures how long a policy takes to fetch a site again after all its quiet pages changed at the
// same time.

struct RedesignWorld {
  std::string name;  // "1,200 quiet pages, 600 busy ones beside, 0.03 visits a page and day"
  World world;       // one host
  double visits_per_page_day = 0;
  std::vector<schedule::Page> quiet;  // pages that change only at the redesign
  Instant redesign;
};

// Makes a random site of 100 to 5,000 quiet pages, without busy pages or with half as many, and a
// budget of 0.01 to 1 visits a page and day. Twenty consecutive seeds have every combination of
// five ranges of budgets, two ranges of sizes, and busy pages or none. The redesign comes after at
// least 300 days and four rounds of visits; ten rounds of visits follow it.
RedesignWorld make_redesign(uint64_t seed);

// The time from the redesign until nine tenths of the quiet pages were visited; nullopt if that
// does not happen before the world's end.
std::optional<Duration> recovery_time(const RedesignWorld& redesign, schedule::Policy& policy);

struct RecoveryComparison {
  std::vector<const schedule::PolicyEntry*> policies;
  uint64_t first_seed = 1;
  uint32_t worlds = 20;
  unsigned threads = 1;
  std::function<void(const std::string& step)> progress;  // one call at a time; may be empty
};

struct RecoveryResult {
  std::string name;  // of the world
  double uniform_days = 0;
  // By policy: its recovery time divided by that of uniform; a lower bound if it did not recover.
  std::vector<double> ratios;
  std::vector<bool> recovered;  // by policy
};

// Returns a result for each world, by seed.
std::vector<RecoveryResult> compare_recovery(const RecoveryComparison& comparison);

}  // namespace freshet::simulate
