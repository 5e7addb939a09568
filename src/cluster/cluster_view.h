#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "clock/instant.h"
#include "store/shards.h"

namespace freshet::cluster {

// Identifies one participation of an agent, from join() to its end. A restarted agent has a new
// one. 0: none.
struct SessionId {
  uint64_t value = 0;
  auto operator<=>(const SessionId&) const = default;
};

// Identifies a task (task.h). 0: none.
struct TaskId {
  uint64_t value = 0;
  auto operator<=>(const TaskId&) const = default;
};

// How much of its part of a step an agent has done, in units of the task's kind.
struct TaskProgress {
  uint64_t done = 0;
  uint64_t total = 0;  // 0: not known yet
  bool operator==(const TaskProgress&) const = default;
};

// What an agent says of itself with each heartbeat.
struct AgentReport {
  store::ShardSet held;   // shards that it works on
  uint64_t pages = 0;     // collected by agents of this name
  uint64_t requests = 0;  // sent in this session
  // True if there is nothing that it could do now: no page queued, pending or uncommitted.
  bool is_idle = false;
  // Grows whenever the agent takes up work. If two reports are idle and have the same number, the
  // agent did nothing in between.
  uint64_t activity = 0;
  double price = 0;     // worth of its next visit for one request; 0: none, or not known
  double rate = 0;      // requests per second that it keeps to: the granted rate that it follows
  double used = 0;      // requests per second that it sent lately
  std::string details;  // JSON for people: lag, moves, database time
};

// What an agent learns with each heartbeat.
struct Orders {
  store::ShardSet assigned;  // the agent is to hold these and no others
  store::ShardSet free;      // of these: not owned by another live session
  store::ShardSet owned;     // shards that this session owns
  double granted_rate = 0;   // requests per second that it may send; infinite without a budget
  uint64_t job_version = 0;  // grows when seeds, scope, budget or pause change
  TaskId task;               // the running task in which this session takes part
  uint32_t task_step = 0;    // its step at present
  Instant server_time;       // the time of the database, which all agents use
};

// Address leases: one agent at a time sends requests to an address. The times are relative to the
// call, so that the clocks of the machines do not matter.
struct AddressWant {
  uint64_t address = 0;
  uint32_t waiting = 0;  // pages that wait for it; 0 gives the lease back
  uint32_t sites = 0;    // sites at this address that the agent knows
  // Gives the lease back although pages wait: the agent queues up behind others. Ignored if it does
  // not hold the lease.
  bool returns = false;
  // Of an address that is given back: after this time the next agent may send a request to it.
  Duration delay;
  // Politeness interval. If the lease ends without being given back, the next agent may send a
  // request so long after its end.
  Duration interval;
};
struct AddressGrant {
  uint64_t address = 0;
  bool is_granted = false;
  bool is_shared = false;  // it needs no lease: host politeness is enough
  // Others wait for it. The agent must give it back when `lasts` is over.
  bool is_contended = false;
  Duration starts;  // the agent may send requests from then on, counted from the answer
  Duration lasts;   // and no longer, counted from before the call
};

struct AgentRow {
  std::string name;
  uint16_t writer = 0;  // number of its archive: ArchivePosition::writer; a name keeps its number
  SessionId session;
  std::string host;  // machine and process, for people
  Instant joined;
  Duration silent;          // time since the last heartbeat
  uint64_t heartbeats = 0;  // of this session
  bool is_alive = false;    // it has joined, has not left, and its lease has not expired
  bool has_ended = false;   // it has left, or was declared expired by a plan
  double granted_rate = 0;
  // The highest rate that it may be using at present, whatever reached it of grants and answers. 0
  // if it is not alive.
  double highest_rate = 0;
  AgentReport report;
};

struct ShardRow {
  store::ShardId shard = 0;
  std::string assigned;  // name of an agent; empty: none
  SessionId owner;       // the session that holds it
  uint64_t moves = 0;    // how often a session became its owner
};

struct ClusterView {
  std::vector<AgentRow> agents;  // by name, with those that have ended
  std::vector<ShardRow> shards;  // all 256, in order
  std::string coordinator;       // name; empty: none at present
  uint64_t job_version = 0;
  std::optional<double> budget;  // requests per second of the whole cluster; nullopt: no limit
  bool has_task = false;         // a task runs, so shards must not move
  Instant server_time;
};

// What the coordinator changes in one transaction.
struct Plan {
  std::vector<SessionId> expired;  // leases that have run out: their shards become free
  struct Assignment {
    store::ShardId shard = 0;
    std::string agent;
    bool operator==(const Assignment&) const = default;
  };
  std::vector<Assignment> assignments;
  struct Grant {
    SessionId session;
    double rate = 0;
    bool operator==(const Grant&) const = default;
  };
  std::vector<Grant> grants;

  bool empty() const { return expired.empty() && assignments.empty() && grants.empty(); }
};

}  // namespace freshet::cluster
