#pragma once

#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "cluster/address_leases.h"
#include "cluster/cluster_clock.h"
#include "cluster/engine_session.h"
#include "cluster/registry.h"
#include "frontier/address_demand.h"

namespace freshet::cluster {

// Keeps an agent's engine and the registry agreed on which addresses the engine may send requests
// to. An address is closed in the engine before it is given back, and is given back only when no
// request to it is in flight. For the agent's thread.
class AddressExchange {
 public:
  struct World {
    Registry& registry;
    const Clock& machine;
    const ClusterClock& cluster;
  };
  explicit AddressExchange(const World& world) : world_(world) {}

  // The time between two requests to a host, which two agents keep between their requests to an
  // address.
  void set_interval(Duration interval) { interval_ = interval; }

  // One round. Call it a few times a second.
  Status exchange(SessionId session, EngineSession& engine);
  // The engine has ended: gives everything back.
  Status give_back_all(SessionId session);
  // The agent's session was lost, and its leases with it.
  void lose_all();

 private:
  void note(const std::vector<frontier::AddressDemand>& demands);
  // Closes the addresses that are to be given back, and removes those with requests in flight.
  bool close(std::vector<AddressWant>& wants, EngineSession& engine);
  Status ask(SessionId session, const std::vector<AddressWant>& wants);
  std::vector<crawl::AddressLease> newly_open();

  const World world_;
  Duration interval_;
  AddressLeases leases_;
  // Addresses that the engine has named, and until when they are open in it, by its clock; nullopt:
  // they are closed.
  std::unordered_map<uint64_t, std::optional<Instant>> open_until_;
};

}  // namespace freshet::cluster
