#pragma once

#include "cluster/registry.h"

namespace freshet::cluster {

// Returns what is to change: agents whose lease has run out are declared expired, shards are
// assigned evenly, and the budget is divided anew.
Plan plan_changes(const ClusterView& view);

// Coordinates the cluster if no other agent does: expires dead agents, assigns shards, divides the
// budget. Every agent calls it about once a second. It remembers nothing, so that any agent can go
// on where another has stopped. Returns whether this agent coordinates.
Result<bool> coordinate(Registry& registry, SessionId session);

}  // namespace freshet::cluster
