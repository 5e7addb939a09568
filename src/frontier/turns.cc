#include "frontier/turns.h"

#include <algorithm>

#include "result/check.h"

namespace freshet::frontier {

Turns::Turns(const AddressRules& rules) : rules_(rules) {
  FRESHET_CHECK(rules.slots > 0, "an address needs a slot");
  addresses_.emplace_back();
}

uint32_t Turns::add_site() {
  FRESHET_CHECK(sites_.size() < kNone, "too many sites");
  sites_.emplace_back();
  ++addresses_[0].sites;
  return static_cast<uint32_t>(sites_.size() - 1);
}

uint32_t Turns::address_with(uint64_t key) {
  if (key == 0) return 0;
  const auto key_of = [this](uint32_t number) { return addresses_[number].key; };
  if (const uint32_t known = number_of_address_.find(key, key_of); known != kNone) return known;

  uint32_t number = kNone;
  while (!left_.empty() && number == kNone) {
    const Address& left = addresses_[left_.front()];
    const bool is_unused = left.sites == 0;
    if (is_unused && (left.in_flight > 0 || left.next_allowed > now_)) break;
    if (is_unused) number = left_.front();
    left_.pop_front();
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

void Turns::set_address(uint32_t site, uint64_t address_key) {
  go_away(site);
  const uint32_t to = address_with(address_key);
  const uint32_t from = sites_[site].address;
  if (from == to) return;
  if (--addresses_[from].sites == 0 && from != 0) left_.push_back(from);
  ++addresses_[to].sites;
  sites_[site].address = to;
}

void Turns::append(List& list, uint32_t site) {
  Links& links = sites_[site].links;
  links.prev = list.last;
  links.next = kNone;
  (list.last == kNone ? list.first : sites_[list.last].links.next) = site;
  list.last = site;
}

void Turns::prepend(List& list, uint32_t site) {
  Links& links = sites_[site].links;
  links.prev = kNone;
  links.next = list.first;
  (list.first == kNone ? list.last : sites_[list.first].links.prev) = site;
  list.first = site;
}

void Turns::unlink(List& list, uint32_t site) {
  Links& links = sites_[site].links;
  (links.prev == kNone ? list.first : sites_[links.prev].links.next) = links.next;
  (links.next == kNone ? list.last : sites_[links.next].links.prev) = links.prev;
  links.prev = links.next = kNone;
}

void Turns::enter_line(Address& address, uint32_t site) {
  append(address.line, site);
  sites_[site].where = Where::kInLine;
  ++in_line_;
}

void Turns::wake_rested(Address& address) {
  while (!address.resting.empty() && sites_[address.resting.top()].links.when <= now_) {
    const uint32_t site = address.resting.top();
    address.resting.remove(sites_, site);
    --(sites_[site].held ? held_ : resting_);
    enter_line(address, site);
  }
}

bool Turns::is_free(uint32_t number) const {
  if (number == 0) return true;
  const Address& address = addresses_[number];
  if (rules_.delay > Duration() && address.called > 0) return false;
  return address.called + address.in_flight < rules_.slots;
}

void Turns::serve(uint32_t number) {
  Address& address = addresses_[number];
  wake_rested(address);
  while (address.line.first != kNone && is_free(number) && address.next_allowed <= now_) {
    const uint32_t site = address.line.first;
    unlink(address.line, site);
    append(called_, site);
    sites_[site].where = Where::kCalled;
    ++address.called;
  }

  Instant when = Instant::never();
  bool is_due = false;
  if (is_free(number)) {
    if (address.line.first != kNone) {
      when = address.next_allowed;
      is_due = true;
    } else if (!address.resting.empty()) {
      when = std::max(address.next_allowed, sites_[address.resting.top()].links.when);
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

void Turns::line_up(uint32_t site) {
  Site& entry = sites_[site];
  if (entry.where == Where::kInLine || entry.where == Where::kCalled) return;
  go_away(site);
  Address& address = addresses_[entry.address];
  wake_rested(address);  // they came first
  enter_line(address, site);
  serve(entry.address);
}

void Turns::go_first(uint32_t site) {
  const Site& entry = sites_[site];
  if (entry.where != Where::kInLine && entry.where != Where::kCalled) return;
  List& list = entry.where == Where::kCalled ? called_ : addresses_[entry.address].line;
  unlink(list, site);
  prepend(list, site);
}

void Turns::rest_until(uint32_t site, Instant until, bool held) {
  if (until <= now_) return line_up(site);
  Site& entry = sites_[site];
  if (entry.where == Where::kResting && entry.links.when == until && entry.held == held) return;
  go_away(site);
  entry.links.when = until;
  entry.where = Where::kResting;
  entry.held = held;
  ++(held ? held_ : resting_);
  addresses_[entry.address].resting.insert(sites_, site);
  serve(entry.address);
}

void Turns::go_away(uint32_t site) {
  Site& entry = sites_[site];
  Address& address = addresses_[entry.address];
  switch (entry.where) {
    case Where::kAway: return;
    case Where::kResting:
      address.resting.remove(sites_, site);
      --(entry.held ? held_ : resting_);
      break;
    case Where::kInLine:
      unlink(address.line, site);
      --in_line_;
      break;
    case Where::kCalled:
      unlink(called_, site);
      --address.called;
      --in_line_;
      break;
  }
  entry.where = Where::kAway;
  serve(entry.address);
}

std::optional<Turns::Turn> Turns::next(Instant now) {
  now_ = std::max(now_, now);
  while (!heap_.empty() && addresses_[heap_.top()].links.when <= now_) serve(heap_.top());
  if (called_.first == kNone) return std::nullopt;

  const uint32_t site = called_.first;
  const uint32_t number = sites_[site].address;
  Address& address = addresses_[number];
  unlink(called_, site);
  sites_[site].where = Where::kAway;
  --in_line_;
  --address.called;
  ++address.in_flight;
  Slot slot{.address = number, .allowed_before = address.next_allowed};
  if (number != 0) address.next_allowed = std::max(address.next_allowed, now_ + rules_.delay);
  slot.allowed_after = address.next_allowed;
  serve(number);
  return Turn{.site = site, .slot = slot};
}

void Turns::end(const Slot& slot, bool asked, Instant now) {
  now_ = std::max(now_, now);
  Address& address = addresses_[slot.address];
  FRESHET_CHECK(address.in_flight > 0, "an address ends more requests than it began");
  --address.in_flight;
  if (!asked && address.next_allowed == slot.allowed_after) {
    address.next_allowed = slot.allowed_before;
  } else if (asked && slot.address != 0 && rules_.slots == 1) {
    address.next_allowed = std::max(address.next_allowed, now_ + rules_.delay);
  }
  serve(slot.address);
}

Instant Turns::wake_at(Instant now) const {
  if (called_.first != kNone) return now;
  if (heap_.empty()) return Instant::never();
  return std::max(now, addresses_[heap_.top()].links.when);
}

void Turns::set_back(Instant now) {
  now_ = now;
  for (uint32_t number = 0; number < addresses_.size(); ++number) {
    Address& address = addresses_[number];
    address.next_allowed = std::min(address.next_allowed, now_ + rules_.delay);
    serve(number);
  }
}

bool Turns::is_in_line(uint32_t site) const {
  return sites_[site].where == Where::kInLine || sites_[site].where == Where::kCalled;
}

}  // namespace freshet::frontier
