#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "cluster/cluster_view.h"

namespace freshet::cluster {

// What an agent needs of an address.
struct AddressNeed {
  uint32_t waiting = 0;  // pages that wait for it
  uint32_t sites = 0;    // sites at this address that the agent knows
  Duration interval;     // between two requests
};

// An agent's side of address leases: which addresses it may send requests to. It asks for those
// that it needs, renews them in time, gives back those that it does not need, and gives back an
// address for which others wait when its tenure is over; then it queues up behind the others.
//
// It does no I/O: wants() says what to ask the registry, follow() takes the answer. Nothing may be
// sent to an address between a call of wants() that gives it back and the next grant. The times are
// of a clock that nobody sets (steady_time()). For one thread.
class AddressLeases {
 public:
  // From now on the agent needs this; without waiting pages, it gives the address back.
  void set_need(uint64_t address, const AddressNeed& need);
  // Whether a request may be sent to it now, as far as other agents are concerned.
  bool may_send(uint64_t address, Instant now) const;
  struct Window {
    Instant from;
    Instant until;
  };
  // Returns the time in which requests may be sent to it; nothing if that is over or unknown.
  std::optional<Window> window(uint64_t address, Instant now) const;
  // The agent sends a request; the next one, by whatever agent, may be sent at `next_allowed`.
  void sent(uint64_t address, Instant next_allowed);

  // What to ask Registry::lease_addresses() now; call it about once a second. Addresses that are
  // held for long enough are left out.
  std::vector<AddressWant> wants(Instant now);
  // The answer to the last wants(), which was asked and answered at these times.
  void follow(std::span<const AddressGrant> grants, Instant asked, Instant answered);
  // The session has ended: nothing is held.
  void lose_all();

  size_t held(Instant now) const;  // addresses to which requests may be sent

 private:
  struct Lease {
    AddressNeed need;
    Instant from;
    std::optional<Instant> until;  // by this agent's clock; nullopt: not held
    Instant renew;                 // it asks from then on
    Instant next_allowed;
    bool is_shared = false;
    bool is_contended = false;
    bool returns = false;  // it was given back, and that may not have reached the registry yet
  };
  static bool may_send(const Lease& lease, Instant now);

  std::unordered_map<uint64_t, Lease> leases_;
};

}  // namespace freshet::cluster
