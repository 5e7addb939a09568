#include "cluster/memory_addresses.h"

#include <algorithm>

namespace freshet::cluster {

void MemoryAddresses::free(Address& address, Instant next_allowed) {
  address.holder = {};
  // The holder may have given it back before its first request was allowed.
  address.next_allowed = std::max(address.next_allowed, next_allowed);
}

// Removes agents that have not asked for long, and puts the caller at the end or updates its entry.
void MemoryAddresses::queue(Address& address, SessionId session, const AddressWant& want,
                            Instant now) const {
  std::erase_if(address.queue, [&](const Queued& entry) {
    return entry.session == session ? want.waiting == 0 : entry.asked + options_.tenure < now;
  });
  if (want.waiting == 0) return;
  const auto entry = std::find_if(address.queue.begin(), address.queue.end(),
                                  [&](const Queued& e) { return e.session == session; });
  if (entry == address.queue.end())
    address.queue.push_back({session, now, want.sites});
  else
    *entry = {session, now, want.sites};
}

AddressGrant MemoryAddresses::grant(Address& address, SessionId session, Instant lease_until,
                                    const AddressWant& want, Instant now) const {
  AddressGrant grant{.address = want.address};
  uint64_t sites = 0;
  for (const Queued& entry : address.queue) {
    sites += entry.sites;
    if (entry.session != session) grant.is_contended = true;
  }
  address.is_shared = address.is_shared || sites > options_.shared_address_sites;
  grant.is_shared = address.is_shared;
  if (address.holder == SessionId{} && address.queue.front().session == session) {
    address.holder = session;
    address.since = std::max(now, address.next_allowed);
    address.until = now;
  }
  if (address.holder != session) return grant;
  address.interval = want.interval;
  const Instant tenure_end = address.since + options_.tenure;
  const Instant lease_end =
      std::min(lease_until, std::max(now, address.since) + options_.address_lease);
  // The time that the agent was given before is not shortened: it may not have the answer yet.
  if (!grant.is_contended)
    address.until = lease_end;
  else
    address.until = std::max(address.until, std::min(tenure_end, lease_end));
  grant.is_granted = true;
  grant.starts = std::max(address.since - now, Duration());
  grant.lasts = address.until - now;
  if (grant.is_contended) grant.lasts = std::min(grant.lasts, tenure_end - now);
  grant.lasts = std::max(grant.lasts, Duration());
  return grant;
}

std::vector<AddressGrant> MemoryAddresses::lease(SessionId session, Instant lease_until,
                                                 std::span<const AddressWant> wants, Instant now) {
  std::vector<AddressGrant> grants;
  for (const AddressWant& want : wants) {
    Address& address = addresses_[want.address];
    if (address.holder == session && (want.returns || want.waiting == 0)) {
      free(address, now + want.delay);
      std::erase_if(address.queue, [&](const Queued& e) { return e.session == session; });
    } else if (address.holder != SessionId{} && address.until <= now) {
      free(address, address.until + address.interval);
    }
    queue(address, session, want, now);
    if (want.waiting != 0) grants.push_back(grant(address, session, lease_until, want, now));
  }
  return grants;
}

void MemoryAddresses::free_all(SessionId session, Instant now) {
  for (auto& [number, address] : addresses_) {
    std::erase_if(address.queue, [&](const Queued& entry) { return entry.session == session; });
    if (address.holder == session) free(address, now + address.interval);
  }
}

}  // namespace freshet::cluster
