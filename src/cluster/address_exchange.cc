#include "cluster/address_exchange.h"

#include <algorithm>

#include "cluster/steady_time.h"

namespace freshet::cluster {

Status AddressExchange::exchange(SessionId session, EngineSession& engine) {
  const auto demands = engine.call([](crawl::AgentPort& port) { return port.address_demands(); });
  if (!demands) return Done{};
  note(*demands);
  std::vector<AddressWant> wants = leases_.wants(steady_time(world_.machine));
  if (wants.empty()) return Done{};
  if (!close(wants, engine)) return Done{};
  if (Status asked = ask(session, wants); !asked) return asked;
  engine.post([leases = newly_open()](crawl::AgentPort& port) { port.open_addresses(leases); });
  return Done{};
}

// The next agent must keep the interval to the last request of this one.
void AddressExchange::note(const std::vector<frontier::AddressDemand>& demands) {
  const Instant steady = steady_time(world_.machine);
  const Instant now = world_.cluster.now();
  for (const auto& [address, until] : open_until_) leases_.set_need(address, {});
  for (const frontier::AddressDemand& demand : demands) {
    open_until_.try_emplace(demand.address);
    leases_.set_need(demand.address,
                     {.waiting = std::max(demand.waiting, demand.in_flight > 0 ? 1U : 0U),
                      .sites = demand.hosts,
                      .interval = interval_});
    if (demand.last_use) {
      leases_.sent(demand.address, steady - (now - *demand.last_use) + interval_);
    }
  }
}

bool AddressExchange::close(std::vector<AddressWant>& wants, EngineSession& engine) {
  std::vector<uint64_t> closed;
  for (const AddressWant& want : wants) {
    if (want.returns) closed.push_back(want.address);
  }
  if (closed.empty()) return true;
  const auto demands = engine.call([closed](crawl::AgentPort& port) {
    auto last = port.address_demands();
    port.close_addresses(closed);
    return last;
  });
  if (!demands) return false;
  for (const uint64_t address : closed) open_until_[address].reset();
  // Requests may have been sent since the demands were noted.
  const Instant now = world_.cluster.now();
  std::erase_if(wants, [&](AddressWant& want) {
    if (!want.returns) return false;
    const auto demand = std::find_if(demands->begin(), demands->end(),
                                     [&](const auto& one) { return one.address == want.address; });
    if (demand == demands->end()) return false;
    if (demand->last_use) {
      want.delay = std::max(want.delay, *demand->last_use + interval_ - now);
    }
    return demand->in_flight > 0;
  });
  return true;
}

Status AddressExchange::ask(SessionId session, const std::vector<AddressWant>& wants) {
  const Instant asked = steady_time(world_.machine);
  const auto grants = world_.registry.lease_addresses(session, wants);
  if (!grants) return Unexpected(grants.error());
  leases_.follow(*grants, asked, steady_time(world_.machine));
  for (const AddressWant& want : wants) {
    if (want.returns && want.waiting == 0) open_until_.erase(want.address);
  }
  return Done{};
}

std::vector<crawl::AddressLease> AddressExchange::newly_open() {
  const Instant steady = steady_time(world_.machine);
  const Instant now = world_.cluster.now();
  std::vector<crawl::AddressLease> opened;
  for (auto& [address, until] : open_until_) {
    const auto window = leases_.window(address, steady);
    if (!window) continue;
    const Instant end = now + (window->until - steady);
    if (until && end <= *until + Duration::milliseconds(1)) continue;
    until = end;
    opened.push_back({.address = address, .from = now + (window->from - steady), .until = end});
  }
  return opened;
}

Status AddressExchange::give_back_all(SessionId session) {
  const Instant steady = steady_time(world_.machine);
  for (const auto& [address, until] : open_until_) {
    leases_.set_need(address, {.interval = interval_});
    leases_.sent(address, steady + interval_);
  }
  const std::vector<AddressWant> wants = leases_.wants(steady);
  return wants.empty() ? Status(Done{}) : ask(session, wants);
}

void AddressExchange::lose_all() {
  leases_.lose_all();
  open_until_.clear();
}

}  // namespace freshet::cluster
