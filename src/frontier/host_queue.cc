#include "frontier/host_queue.h"

#include <algorithm>

#include "result/check.h"

namespace freshet::frontier {

HostQueue::HostQueue(const AddressRules& rules) : rules_(rules) {
  FRESHET_CHECK(rules.slots > 0, "an address has no slots");
  addresses_.emplace_back();
}

uint32_t HostQueue::add_host() {
  FRESHET_CHECK(hosts_.size() < kNone, "too many hosts");
  hosts_.emplace_back();
  ++addresses_[0].hosts;
  return static_cast<uint32_t>(hosts_.size() - 1);
}

uint32_t HostQueue::address_with(uint64_t key) {
  if (key == 0) return 0;
  const auto key_of = [this](uint32_t number) { return addresses_[number].key; };
  if (const uint32_t known = number_of_address_.find(key, key_of); known != kNone) return known;

  uint32_t number = kNone;
  while (!unused_.empty() && number == kNone) {
    const Address& address = addresses_[unused_.front()];
    const bool is_unused = address.hosts == 0;
    if (is_unused && (address.in_flight > 0 || address.next_allowed > now_)) break;
    if (is_unused) number = unused_.front();
    unused_.pop_front();
  }
  if (number == kNone) {
    addresses_.emplace_back();
    number = static_cast<uint32_t>(addresses_.size() - 1);
  } else {
    number_of_address_.erase(addresses_[number].key, key_of);
    addresses_[number] = Address();
  }
  addresses_[number].key = key;
  number_of_address_.insert(key, number, key_of);
  return number;
}

void HostQueue::set_address(uint32_t host, uint64_t address_key) {
  make_idle(host);
  const uint32_t to = address_with(address_key);
  const uint32_t from = hosts_[host].address;
  if (from == to) return;
  if (--addresses_[from].hosts == 0 && from != 0) unused_.push_back(from);
  ++addresses_[to].hosts;
  hosts_[host].address = to;
}

void HostQueue::append(List& list, uint32_t host) {
  Links& links = hosts_[host].links;
  links.prev = list.last;
  links.next = kNone;
  (list.last == kNone ? list.first : hosts_[list.last].links.next) = host;
  list.last = host;
}

void HostQueue::prepend(List& list, uint32_t host) {
  Links& links = hosts_[host].links;
  links.prev = kNone;
  links.next = list.first;
  (list.first == kNone ? list.last : hosts_[list.first].links.prev) = host;
  list.first = host;
}

void HostQueue::unlink(List& list, uint32_t host) {
  Links& links = hosts_[host].links;
  (links.prev == kNone ? list.first : hosts_[links.prev].links.next) = links.next;
  (links.next == kNone ? list.last : hosts_[links.next].links.prev) = links.prev;
  links.prev = links.next = kNone;
}

void HostQueue::add_ready(Address& address, uint32_t host) {
  append(address.ready, host);
  hosts_[host].state = State::kReady;
  ++ready_;
}

void HostQueue::end_rests(Address& address) {
  while (!address.resting.empty() && hosts_[address.resting.top()].links.when <= now_) {
    const uint32_t host = address.resting.top();
    address.resting.remove(hosts_, host);
    --(hosts_[host].held ? held_ : resting_);
    add_ready(address, host);
  }
}

bool HostQueue::is_free(uint32_t number) const {
  if (number == 0) return true;
  if (!is_open(number)) return false;
  const Address& address = addresses_[number];
  if (rules_.delay > Duration() && address.selected > 0) return false;
  return address.selected + address.in_flight < rules_.slots;
}

void HostQueue::select(uint32_t number) {
  Address& address = addresses_[number];
  end_rests(address);
  while (address.ready.first != kNone && is_free(number) && address.next_allowed <= now_) {
    const uint32_t host = address.ready.first;
    unlink(address.ready, host);
    append(selected_, host);
    hosts_[host].state = State::kSelected;
    ++address.selected;
  }

  Instant when = Instant::never();
  bool is_due = false;
  if (is_free(number)) {
    if (address.ready.first != kNone) {
      when = address.next_allowed;
      is_due = true;
    } else if (!address.resting.empty()) {
      when = std::max(address.next_allowed, hosts_[address.resting.top()].links.when);
      is_due = true;
    }
  }
  if (address.is_scheduled && is_due && address.links.when == when) return;
  if (address.is_scheduled) heap_.remove(addresses_, number);
  address.is_scheduled = is_due;
  if (!is_due) return;
  address.links.when = when;
  heap_.insert(addresses_, number);
}

void HostQueue::make_ready(uint32_t host) {
  Host& entry = hosts_[host];
  if (entry.state == State::kReady || entry.state == State::kSelected) return;
  make_idle(host);
  Address& address = addresses_[entry.address];
  end_rests(address);  // hosts whose rest is over became ready before this one
  add_ready(address, host);
  select(entry.address);
}

void HostQueue::move_to_front(uint32_t host) {
  const Host& entry = hosts_[host];
  if (entry.state != State::kReady && entry.state != State::kSelected) return;
  List& list = entry.state == State::kSelected ? selected_ : addresses_[entry.address].ready;
  unlink(list, host);
  prepend(list, host);
}

void HostQueue::rest_until(uint32_t host, Instant until, bool held) {
  if (until <= now_) return make_ready(host);
  Host& entry = hosts_[host];
  if (entry.state == State::kResting && entry.links.when == until && entry.held == held) return;
  make_idle(host);
  entry.links.when = until;
  entry.state = State::kResting;
  entry.held = held;
  ++(held ? held_ : resting_);
  addresses_[entry.address].resting.insert(hosts_, host);
  select(entry.address);
}

void HostQueue::make_idle(uint32_t host) {
  Host& entry = hosts_[host];
  Address& address = addresses_[entry.address];
  switch (entry.state) {
    case State::kIdle: return;
    case State::kResting:
      address.resting.remove(hosts_, host);
      --(entry.held ? held_ : resting_);
      break;
    case State::kReady:
      unlink(address.ready, host);
      --ready_;
      break;
    case State::kSelected:
      unlink(selected_, host);
      --address.selected;
      --ready_;
      break;
  }
  entry.state = State::kIdle;
  select(entry.address);
}

std::optional<HostQueue::Turn> HostQueue::next(Instant now) {
  now_ = std::max(now_, now);
  while (!heap_.empty() && addresses_[heap_.top()].links.when <= now_) select(heap_.top());
  if (rules_.are_leased) unselect_closed();
  if (selected_.first == kNone) return std::nullopt;

  const uint32_t host = selected_.first;
  const uint32_t number = hosts_[host].address;
  Address& address = addresses_[number];
  unlink(selected_, host);
  hosts_[host].state = State::kIdle;
  --ready_;
  --address.selected;
  ++address.in_flight;
  Slot slot{.address = number, .allowed_before = address.next_allowed};
  if (number != 0) address.next_allowed = std::max(address.next_allowed, now_ + rules_.delay);
  slot.allowed_after = address.next_allowed;
  address.last_use = now_;
  select(number);
  return Turn{.host = host, .slot = slot};
}

void HostQueue::end(const Slot& slot, bool sent, Instant now) {
  now_ = std::max(now_, now);
  Address& address = addresses_[slot.address];
  FRESHET_CHECK(address.in_flight > 0, "more requests of an address ended than began");
  --address.in_flight;
  if (sent) address.last_use = now_;
  if (!sent && address.next_allowed == slot.allowed_after) {
    address.next_allowed = slot.allowed_before;
  } else if (sent && slot.address != 0 && rules_.slots == 1) {
    address.next_allowed = std::max(address.next_allowed, now_ + rules_.delay);
  }
  select(slot.address);
}

void HostQueue::unselect_closed() {
  while (selected_.first != kNone && !is_open(hosts_[selected_.first].address)) {
    const uint32_t host = selected_.first;
    Address& address = addresses_[hosts_[host].address];
    unlink(selected_, host);
    --address.selected;
    prepend(address.ready, host);
    hosts_[host].state = State::kReady;
  }
}

std::vector<AddressDemand> HostQueue::demands(Instant soon) const {
  std::vector<AddressDemand> demands;
  for (uint32_t number = 1; number < addresses_.size(); ++number) {
    const Address& address = addresses_[number];
    AddressDemand demand{.address = address.key,
                         .hosts = address.hosts,
                         .waiting = address.selected,
                         .in_flight = address.in_flight};
    if (address.last_use != Instant()) demand.last_use = address.last_use;
    for (uint32_t host = address.ready.first; host != kNone; host = hosts_[host].links.next) {
      ++demand.waiting;
    }
    const bool is_soon =
        !address.resting.empty() && hosts_[address.resting.top()].links.when <= soon;
    if (is_soon) ++demand.waiting;
    const bool was_opened = address.open_until != Instant();
    if (demand.waiting > 0 || demand.in_flight > 0 || was_opened) demands.push_back(demand);
  }
  return demands;
}

uint32_t HostQueue::find_address(uint64_t key) const {
  return number_of_address_.find(key, [this](uint32_t number) { return addresses_[number].key; });
}

void HostQueue::open(uint64_t address_key, Instant from, Instant until) {
  const uint32_t number = find_address(address_key);
  if (number == kNone) return;
  Address& address = addresses_[number];
  address.next_allowed = std::max(address.next_allowed, from);
  address.open_until = until;
  select(number);
}

void HostQueue::close(uint64_t address_key) {
  const uint32_t number = find_address(address_key);
  if (number == kNone) return;
  addresses_[number].open_until = Instant();
  select(number);
}

Instant HostQueue::wake_at(Instant now) const {
  if (selected_.first != kNone) return now;
  if (heap_.empty()) return Instant::never();
  return std::max(now, addresses_[heap_.top()].links.when);
}

void HostQueue::set_back(Instant now) {
  now_ = now;
  for (uint32_t number = 0; number < addresses_.size(); ++number) {
    Address& address = addresses_[number];
    address.next_allowed = std::min(address.next_allowed, now_ + rules_.delay);
    select(number);
  }
}

}  // namespace freshet::frontier
