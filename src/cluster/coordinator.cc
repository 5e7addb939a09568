#include "cluster/coordinator.h"

#include "cluster/assignment.h"
#include "cluster/budget_division.h"

namespace freshet::cluster {

Plan plan_changes(const ClusterView& view) {
  Plan plan;
  std::vector<std::string> alive;
  for (const AgentRow& agent : view.agents) {
    if (agent.is_alive)
      alive.push_back(agent.name);
    else if (!agent.has_ended)
      plan.expired.push_back(agent.session);
  }
  std::vector<std::string> assigned;
  for (const ShardRow& shard : view.shards) assigned.push_back(shard.assigned);
  // A task fails if an agent of it dies, and its shards are assigned after that.
  if (!view.has_task) plan.assignments = plan_assignments(alive, assigned);
  plan.grants = divide_budget(view.budget, view.agents);
  return plan;
}

Result<bool> coordinate(Registry& registry, SessionId session) {
  Result<bool> coordinates = registry.try_to_coordinate(session);
  if (!coordinates || !*coordinates) return coordinates;
  const Result<ClusterView> view = registry.view();
  if (!view) return Unexpected(view.error());
  const Plan plan = plan_changes(*view);
  if (plan.empty()) return true;
  if (const Status done = registry.carry_out(plan); !done) {
    // The connection, and with it the role, may have been lost in between.
    if (done.error().kind == ErrorKind::kFenced) return false;
    return Unexpected(done.error());
  }
  return true;
}

}  // namespace freshet::cluster
