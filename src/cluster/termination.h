#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "cluster/cluster_view.h"

namespace freshet::cluster {

// Decides when everything in the whole cluster is collected: no agent can do anything, and nothing
// is on its way from one to another.
//
// At every moment, work is either a pending discovery, or known to an agent that is not idle. An
// agent that takes up work raises its activity number before the discovery stops being pending. So
// all is collected if there is a moment at which no discovery was pending and every agent was idle.
// Reports are of different moments. Two reports of one agent that are idle and have the same
// activity show that it was idle all the time in between. Termination therefore looks for a count
// of pending discoveries that is zero and lies between two such reports of every agent.
class Termination {
 public:
  // Returns true if all is collected, and from then on nothing more happens. Call it about once a
  // second. `pending`: pending discoveries of all shards, counted after `view` was read.
  bool look(const ClusterView& view, uint64_t pending);

 private:
  // What must not change from one look to another.
  struct Quiet {
    std::map<SessionId, uint64_t> activity;  // of each live agent
    std::vector<uint64_t> moves;             // of each shard
    uint64_t job_version = 0;
    bool operator==(const Quiet&) const = default;
  };
  // nullopt: something can still happen.
  static std::optional<Quiet> quiet(const ClusterView& view);

  std::optional<Quiet> quiet_;  // since a view that was read before the first count of zero
  // The heartbeats of each agent that were received when that count had ended; empty: not looked
  // yet.
  std::map<SessionId, uint64_t> heartbeats_;
};

}  // namespace freshet::cluster
