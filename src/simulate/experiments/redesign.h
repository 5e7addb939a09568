#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "schedule/registry.h"
#include "simulate/world.h"

namespace freshet::simulate {

// How long a policy takes to fetch a site again whose quiet pages were all changed at one moment.

struct RedesignWorld {
  std::string name;  // "1,200 quiet pages, 600 busy ones beside, 0.03 visits a page and day"
  World world;       // one host
  double visits_per_page_day = 0;
  std::vector<schedule::Page> quiet;  // never change but at the redesign
  Instant redesign;
};

// Draws a site of 100 to 5,000 quiet pages, alone or with half as many busy ones beside, and a
// budget of 0.01 to 1 visits a page and day. Twenty seeds in a row have every combination of five
// ranges of budgets, two of sizes, and busy pages or none. The redesign comes after at least 300
// days and four rounds of visits; ten rounds of visits follow it.
RedesignWorld make_redesign(uint64_t seed);

// Until nine tenths of the quiet pages were visited after the redesign; nothing if that does not
// happen before the world's end.
std::optional<Duration> recovery_time(const RedesignWorld& redesign, schedule::Policy& policy);

struct RecoveryComparison {
  std::vector<const schedule::PolicyEntry*> policies;
  uint64_t first_seed = 1;
  uint32_t worlds = 20;
  unsigned threads = 1;
  std::function<void(const std::string& doing)> progress;  // one call at a time; may be empty
};

struct RecoveryResult {
  std::string name;  // of the world
  double uniform_days = 0;
  // By policy: its recovery time over that of uniform. At least this, where it did not recover.
  std::vector<double> ratios;
  std::vector<bool> recovered;  // by policy
};

// Returns a result for each world, by seed.
std::vector<RecoveryResult> compare_recovery(const RecoveryComparison& comparison);

}  // namespace freshet::simulate
