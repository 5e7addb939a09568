#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "store/types.h"

namespace freshet::crawl {

// The fact with the number of pages that an agent has collected in all its sessions.
inline constexpr char kCollectedFact[] = "collected";

// The names of facts in the state that each agent has for itself: store::AgentStore.
std::vector<std::string> facts_of_an_agent();

// The part of an engine that is one of several agents of a cluster.
struct AgentRole {
  store::ShardSet shards;  // it visits pages of these and no others
  uint16_t writer = 0;     // number of its archive: store::ArchivePosition::writer
  // Whether the agent still holds its shards; false after its lease has ended. Called on any
  // thread, when the engine chooses a request and again right before it is sent, because a process
  // that was stopped in between may have lost its lease.
  std::function<bool()> may_send;
  // Some of its shards were held by an agent that did not give them back: its last requests may not
  // be in the state, and it may have missed a change of the rules.
  bool has_taken_over = false;
};

}  // namespace freshet::crawl
