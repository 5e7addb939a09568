#pragma once

#include <span>
#include <unordered_map>
#include <vector>

#include "cluster/registry.h"

namespace freshet::cluster {

// The address leases of the registry in memory: what the functions of postgres_addresses.h do in
// PostgreSQL. For one thread at a time.
class MemoryAddresses {
 public:
  explicit MemoryAddresses(const RegistryOptions& options) : options_(options) {}

  // `lease_until`: the end of the session's own lease.
  std::vector<AddressGrant> lease(SessionId session, Instant lease_until,
                                  std::span<const AddressWant> wants, Instant now);
  // Ends the leases of a session that leaves.
  void free_all(SessionId session, Instant now);

 private:
  struct Queued {
    SessionId session;
    Instant asked;  // the last time
    uint32_t sites = 0;
  };
  struct Address {
    SessionId holder;
    Instant since;  // the holder may send requests from then on
    Instant until;
    Duration interval;
    Instant next_allowed;
    bool is_shared = false;
    std::vector<Queued> queue;  // those that asked lately, in the order of asking
  };

  static void free(Address& address, Instant next_allowed);
  void queue(Address& address, SessionId session, const AddressWant& want, Instant now) const;
  AddressGrant grant(Address& address, SessionId session, Instant lease_until,
                     const AddressWant& want, Instant now) const;

  const RegistryOptions options_;
  std::unordered_map<uint64_t, Address> addresses_;
};

}  // namespace freshet::cluster
