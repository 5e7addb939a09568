#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cluster/cluster_view.h"
#include "result/result.h"

namespace freshet::cluster {

// The tables by which the agents of a cluster know of each other. Every call is one short
// transaction. Times are those of the database, so that the clocks of the machines may differ.
//
// A registry object is a connection of one agent, for one thread at a time. If the connection is
// lost, the call fails with an error of another kind than kFenced, its effect is unknown, and the
// next call connects again. A call of the lost connection that is executed late has no effect.
// Implementations: PostgreSQL, and one in memory for tests; both pass
// tests/contract/registry_contract.h.
class Registry {
 public:
  virtual ~Registry() = default;

  struct Joined {
    SessionId session;
    uint16_t writer = 0;  // from 1
    Duration lease;       // an agent that was silent for so long has lost its shards
    Instant server_time;
  };
  // Fails with ErrorKind::kFenced, and a message that names the other agent's host, if an agent of
  // this name is alive. An agent of this name whose lease has expired is replaced: its calls fail
  // from now on.
  virtual Result<Joined> join(const std::string& name, const std::string& host) = 0;
  // Renews the lease. This call and all others with a session fail with ErrorKind::kFenced if the
  // session's lease has expired, or it has left or has been replaced. An expired session is never
  // renewed.
  virtual Result<Orders> heartbeat(SessionId session, const AgentReport& report) = 0;
  // Makes the session the owner of those of the shards that are assigned to it and that no other
  // live session owns. Returns those of `shards` that it owns now. Store::take() must follow.
  virtual Result<store::ShardSet> own(SessionId session, const store::ShardSet& shards) = 0;
  // The session no longer works on these shards, and has committed everything. Shards that it does
  // not own are ignored.
  virtual Status release(SessionId session, const store::ShardSet& shards) = 0;
  // Ends the session and frees its shards and addresses at once.
  virtual Status leave(SessionId session) = 0;

  // Returns whether this connection coordinates. The first to call it does, until its connection
  // ends, its session leaves, or its lease expires and another calls.
  virtual Result<bool> try_to_coordinate(SessionId session) = 0;
  virtual Result<ClusterView> view() = 0;
  // Fails with ErrorKind::kFenced, and changes nothing, if this connection does not coordinate.
  virtual Status carry_out(const Plan& plan) = 0;

  // Asks for leases of addresses, renews those that are held, and gives back those that are not
  // wanted. Returns an answer for each want with waiting pages, in any order. Other addresses are
  // not affected: what is not renewed ends by itself. An agent must ask again within the tenure to
  // keep its place among those that wait for an address.
  virtual Result<std::vector<AddressGrant>> lease_addresses(SessionId session,
                                                            std::span<const AddressWant> wants) = 0;

  // What users have laid down for the cluster. set_job() raises the version and notifies the
  // agents.
  virtual Result<std::string> job() = 0;
  virtual Status set_job(const std::string& job, std::optional<double> budget) = 0;

  // Notifications are hints: they may be repeated, and are lost with the connection.
  struct Notifications {
    bool cluster = false;   // assignments, owners, grants or the job have changed
    store::ShardSet inbox;  // shards for which discoveries were committed
  };
  // Returns what has arrived since the last call. Does not wait. Call it after other calls, and
  // when the descriptor is readable.
  virtual Notifications take_notifications() = 0;
  // A descriptor that becomes readable when a notification arrives; -1 if there is none at present.
  // It may be another one after each call.
  virtual int descriptor() const = 0;
};

// Durations that all agents of a cluster should have the same.
struct RegistryOptions {
  Duration lease = Duration::seconds(15);
  // How long an address lease lasts that is not renewed.
  Duration address_lease = Duration::seconds(10);
  // How long an agent may keep an address for which others wait.
  Duration tenure = Duration::seconds(5);
  // An address with more sites needs no lease: it belongs to a content delivery network.
  uint32_t shared_address_sites = 1'000;
};

}  // namespace freshet::cluster
