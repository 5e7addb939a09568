#include "cluster/termination.h"

#include <algorithm>

namespace freshet::cluster {

std::optional<Termination::Quiet> Termination::quiet(const ClusterView& view) {
  Quiet quiet{.job_version = view.job_version};
  for (const AgentRow& agent : view.agents) {
    if (!agent.is_alive) continue;
    if (!agent.report.is_idle) return std::nullopt;
    quiet.activity[agent.session] = agent.report.activity;
  }
  for (const ShardRow& shard : view.shards) {
    if (!quiet.activity.contains(shard.owner)) return std::nullopt;
    quiet.moves.push_back(shard.moves);
  }
  return quiet;
}

bool Termination::look(const ClusterView& view, uint64_t pending) {
  std::optional<Quiet> now = quiet(view);
  if (pending != 0) now.reset();
  if (!now || now != quiet_) {
    quiet_ = std::move(now);
    heartbeats_.clear();
    return false;
  }
  std::map<SessionId, uint64_t> heartbeats;
  for (const AgentRow& agent : view.agents) {
    if (agent.is_alive) heartbeats[agent.session] = agent.heartbeats;
  }
  if (heartbeats_.empty()) {
    heartbeats_ = std::move(heartbeats);
    return false;
  }
  // The next report of an agent may have been written before the count and be received after it.
  // The one after that was written when the agent had the answer to the former.
  return std::all_of(heartbeats.begin(), heartbeats.end(), [&](const auto& agent) {
    return agent.second >= heartbeats_.at(agent.first) + 2;
  });
}

}  // namespace freshet::cluster
