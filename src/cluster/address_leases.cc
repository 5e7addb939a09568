#include "cluster/address_leases.h"

#include <algorithm>

#include "cluster/lease_clock.h"

namespace freshet::cluster {

void AddressLeases::set_need(uint64_t address, const AddressNeed& need) {
  if (need.waiting == 0 && !leases_.contains(address)) return;
  leases_[address].need = need;
}

bool AddressLeases::may_send(const Lease& lease, Instant now) {
  if (lease.is_shared) return true;
  return !lease.returns && lease.until && now >= lease.from && now < *lease.until;
}

bool AddressLeases::may_send(uint64_t address, Instant now) const {
  const auto lease = leases_.find(address);
  return lease != leases_.end() && may_send(lease->second, now);
}

std::optional<AddressLeases::Window> AddressLeases::window(uint64_t address, Instant now) const {
  const auto found = leases_.find(address);
  if (found == leases_.end()) return std::nullopt;
  const Lease& lease = found->second;
  if (lease.is_shared) return Window{.from = now, .until = lease.renew};
  if (lease.returns || !lease.until || now >= *lease.until) return std::nullopt;
  return Window{.from = lease.from, .until = *lease.until};
}

void AddressLeases::sent(uint64_t address, Instant next_allowed) {
  const auto lease = leases_.find(address);
  if (lease == leases_.end()) return;
  lease->second.next_allowed = std::max(lease->second.next_allowed, next_allowed);
}

std::vector<AddressWant> AddressLeases::wants(Instant now) {
  std::vector<AddressWant> wants;
  for (auto& [address, lease] : leases_) {
    if (lease.need.waiting == 0 || (lease.is_contended && lease.until && now >= *lease.until)) {
      lease.returns = true;
    }
    if (!lease.returns && now < lease.renew) continue;
    wants.push_back({.address = address,
                     .waiting = lease.need.waiting,
                     .sites = lease.need.sites,
                     .returns = lease.returns,
                     .delay = std::max(lease.next_allowed - now, Duration()),
                     .interval = lease.need.interval});
  }
  return wants;
}

void AddressLeases::follow(std::span<const AddressGrant> grants, Instant asked, Instant answered) {
  // There is no answer for addresses that were given back and are not needed.
  std::erase_if(leases_, [](const auto& entry) {
    return entry.second.returns && entry.second.need.waiting == 0;
  });
  for (const AddressGrant& grant : grants) {
    const auto found = leases_.find(grant.address);
    if (found == leases_.end()) continue;
    Lease& lease = found->second;
    lease.returns = false;
    lease.is_shared = grant.is_shared;
    lease.is_contended = grant.is_contended;
    if (!grant.is_granted) {
      lease.until.reset();
      lease.renew = grant.is_shared ? asked + Duration::minutes(1) : asked;
      continue;
    }
    lease.from = answered + grant.starts;
    lease.until = asked + LeaseClock::usable(grant.lasts);
    // Half of the time is left to renew it. What others wait for is not renewed.
    lease.renew = grant.is_contended ? *lease.until : asked + grant.lasts / 2;
  }
}

void AddressLeases::lose_all() {
  for (auto& [address, lease] : leases_) {
    lease = {.need = lease.need, .next_allowed = lease.next_allowed};
  }
}

size_t AddressLeases::held(Instant now) const {
  return static_cast<size_t>(std::count_if(leases_.begin(), leases_.end(), [&](const auto& entry) {
    return may_send(entry.second, now);
  }));
}

}  // namespace freshet::cluster
