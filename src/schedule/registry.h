#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "schedule/load_profile.h"
#include "schedule/policy.h"
#include "schedule/value.h"

namespace freshet::schedule {

// What a policy may be told when it is made.
struct PolicyContext {
  double visits_per_page_day = 1;
  std::optional<Objective> objective;  // of those that have one; none: the policy's own
  std::vector<double> known_rates;     // by page; of simulations only
  LoadOf load;                         // for those that go by it; empty: all sites are the same
  Duration east;                       // of UTC, the place whose hours count
};

struct PolicyEntry {
  std::string_view name;
  std::string_view purpose;
  std::unique_ptr<Policy> (*make)(const PolicyContext& context);
  bool needs_known_rates = false;
};

// Every policy that --policy and --policies name, in the order in which they are listed.
const std::vector<PolicyEntry>& policies();
// nullptr if there is none of that name.
const PolicyEntry* find_policy(std::string_view name);

}  // namespace freshet::schedule
