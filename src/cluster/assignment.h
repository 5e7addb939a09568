#pragma once

#include <string>
#include <vector>

#include "cluster/cluster_view.h"

namespace freshet::cluster {

// Returns which shards are to be assigned anew, so that every live agent has as many as any other,
// or one more. As few shards as possible move from one live agent to another. `alive` has the names
// of the live agents, in any order; `assigned` the agent of each shard (empty: none), which need
// not be alive. Equal arguments give equal results, whatever the order of `alive`. Nothing is
// assigned if no agent is alive.
std::vector<Plan::Assignment> plan_assignments(const std::vector<std::string>& alive,
                                               const std::vector<std::string>& assigned);

}  // namespace freshet::cluster
