#pragma once

#include <optional>
#include <string>

#include "cluster/cluster_clock.h"
#include "cluster/lease_clock.h"
#include "cluster/registry.h"

namespace freshet::cluster {

// What the engine of an agent is to do from now on. It follows the newest directions only.
struct Directions {
  // The shards that it is to work on, after a Store::take() of those that it does not hold. It lets
  // go of all others: it finishes what is in flight, commits, and then no longer reports them as
  // held.
  store::ShardSet hold;
  double rate = 0;           // requests per second that it may send
  uint64_t job_version = 0;  // the job must be read again if this has changed
  TaskId task;               // in which the agent takes part; its step at present
  uint32_t task_step = 0;
  // The session has ended, and others may have the shards. The engine drops everything without
  // writing it, also its address leases (AddressLeases::lose_all()).
  bool is_lost = false;
  // Another live agent has this name; the error says which. Joining is tried again.
  bool is_name_taken = false;
  std::optional<Error> trouble;  // of the last call, if it failed; for the log
  store::ShardSet inbox;         // shards for which discoveries have arrived since the last tick
  Instant next_tick;             // (steady_time()) at the latest, or when a notification arrives
};

// One agent's side of its membership, as a state machine: it joins, sends heartbeats, takes and
// releases shards as the coordinator assigns them, and joins anew after its session was lost. It
// has no thread; calls of the registry may block, so it should not run on the engine's thread.
//
// If the registry cannot be reached, the directions stay as they were and calls are repeated with a
// growing, random delay. The lease clock ends the agent's right to send requests in time.
class Member {
 public:
  struct Identity {
    std::string name;
    std::string host;  // machine and process, for people
  };
  // They must outlive the member. `clock` is that of the machine.
  struct Parts {
    Registry& registry;
    const Clock& clock;
    LeaseClock& lease;
    ClusterClock& cluster_time;
  };
  Member(Identity identity, Parts parts);

  // Does what is due. `report` must have been made after the last tick() returned. Its `held` must
  // contain each shard from the moment at which tick() returned it in `hold` until the engine has
  // let go of it.
  Directions tick(const AgentReport& report);

  // Ends the session. The engine must have let go of all shards. If the registry cannot be reached,
  // the shards become free when the lease runs out. A further tick() joins anew.
  Status leave();

  SessionId session() const { return session_; }  // 0: it has not joined
  uint16_t writer() const { return writer_; }     // 0: it has never joined

 private:
  void join();
  void heartbeat(const AgentReport& report);
  void own_what_is_free();
  void release_what_is_let_go(const store::ShardSet& held);
  void fail(const Error& error);
  void succeed();
  void end_session();
  Duration back_off();

  const Identity identity_;
  const Parts parts_;
  SessionId session_;
  uint16_t writer_ = 0;
  Duration lease_;
  Orders orders_;
  // Shards that this session certainly owns. What it has tried to release is not here, even if
  // there was no answer; orders_.owned tells whether it must try again.
  store::ShardSet owned_;
  bool orders_are_new_ = false;
  bool was_idle_ = false;  // in the last report
  Instant last_heartbeat_;
  Instant next_heartbeat_;
  Instant retry_;  // no call before that
  uint32_t failures_ = 0;
  uint64_t random_;
  Directions directions_;
};

}  // namespace freshet::cluster
