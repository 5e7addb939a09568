#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "clock/instant.h"
#include "digest/key_index.h"
#include "frontier/address_demand.h"
#include "frontier/pairing_heap.h"

namespace freshet::frontier {

// Decides which host has the next turn, by when hosts are ready and by the limits of the addresses
// that they share. Hosts are numbers from 0. A host is in exactly one state:
// - idle;
// - resting at its address until a time;
// - ready: waiting for a slot of its address, in the order of arrival;
// - selected: its address has reserved a slot for it. Selected hosts get their turns in the order
//   in which they were selected.
// Every operation is amortised O(log hosts).
//
// An address has AddressRules::slots slots for selected hosts and requests in flight. If there is a
// delay, it selects one host at a time. The delay counts from the end of a request if there is one
// slot, otherwise from its start. The address with key 0 has unlimited slots and no delay.
//
// If addresses are leased, an address other than 0 is closed until open() is called: it selects no
// host before or after the time for which it is open. Requests in flight go on.
class HostQueue {
 public:
  struct AddressRules {
    uint32_t slots = 4;
    Duration delay;
    bool are_leased = false;
  };
  explicit HostQueue(const AddressRules& rules);

  // Adds an idle host at the address with key 0 and returns its number.
  uint32_t add_host();
  // The host is idle afterwards.
  void set_address(uint32_t host, uint64_t address_key);

  // Appends the host to the ready hosts, unless it is ready or selected.
  void make_ready(uint32_t host);
  // Moves the host before the other ready or selected hosts, if it is one of them.
  void move_to_front(uint32_t host);
  // `held` says why it rests; it is only used for counts.
  void rest_until(uint32_t host, Instant until, bool held);
  void make_idle(uint32_t host);

  // A slot of an address that a request uses.
  struct Slot {
    uint32_t address = 0;
    Instant allowed_before;  // the address's next_allowed without this request
    Instant allowed_after;
  };
  struct Turn {
    uint32_t host = 0;
    Slot slot;
  };
  // Returns the host whose turn it is, and makes it idle. `now` must not go back.
  std::optional<Turn> next(Instant now);
  // Ends a request. `sent` is false if it was not sent; then the address needs no delay.
  void end(const Slot& slot, bool sent, Instant now);
  // Returns when next() has a host: now, later, or never unless the state of a host changes.
  Instant wake_at(Instant now) const;

  // The addresses that have a host that is ready by `soon`, or requests in flight, or were opened
  // and not closed again.
  std::vector<AddressDemand> demands(Instant soon) const;
  // The address may be used from `from` until `until`. An address without hosts is ignored.
  void open(uint64_t address_key, Instant from, Instant until);
  // The address may not be used until it is opened again.
  void close(uint64_t address_key);

  // Must be called when the clock was set back: the delays of addresses count from `now`. The
  // caller must call rest_until() again for resting hosts.
  void set_back(Instant now);

  size_t ready() const { return ready_; }
  size_t resting() const { return resting_; }
  size_t held() const { return held_; }

 private:
  enum class State : uint8_t { kIdle, kResting, kReady, kSelected };
  struct Host {
    Links links;  // in the address's heap or list, or in the list of selected hosts
    uint32_t address = 0;
    State state = State::kIdle;
    bool held = false;
  };
  struct List {
    uint32_t first = kNone;
    uint32_t last = kNone;
  };
  struct Address {
    Links links;  // in heap_ if is_scheduled; `when` is the time at which it may select a host
    uint64_t key = 0;
    Instant next_allowed;
    // Instant(): none. std::optional would make each address 16 bytes larger.
    Instant last_use;    // start or end of a request, the latest
    Instant open_until;  // only if addresses are leased
    PairingHeap<std::deque<Host>> resting;
    List ready;
    uint32_t selected = 0;
    uint32_t in_flight = 0;
    uint32_t hosts = 0;
    bool is_scheduled = false;
  };

  uint32_t address_with(uint64_t key);
  uint32_t find_address(uint64_t key) const;  // kNone: no host had it
  bool is_open(uint32_t number) const {
    return !rules_.are_leased || number == 0 || now_ < addresses_[number].open_until;
  }
  bool is_free(uint32_t number) const;
  void append(List& list, uint32_t host);
  void prepend(List& list, uint32_t host);
  void unlink(List& list, uint32_t host);
  void end_rests(Address& address);
  void add_ready(Address& address, uint32_t host);
  // Selects as many ready hosts of the address as possible, and schedules the address for the time
  // at which it can select the next one.
  void select(uint32_t number);
  // Makes the selected hosts of an address that is closed now ready again.
  void unselect_closed();

  const AddressRules rules_;
  Instant now_;
  std::deque<Host> hosts_;
  std::deque<Address> addresses_;
  digest::KeyIndex number_of_address_;
  std::deque<uint32_t>
      unused_;  // addresses that lost their last host; they are reused for new ones
  PairingHeap<std::deque<Address>> heap_;
  List selected_;
  size_t ready_ = 0;  // ready or selected hosts
  size_t resting_ = 0;
  size_t held_ = 0;
};

}  // namespace freshet::frontier
