#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>

#include "clock/instant.h"
#include "digest/number_of.h"
#include "frontier/pairing_heap.h"

namespace freshet::frontier {

// Whose turn it is: sites in line, sites that rest until a time, and the addresses that they share.
// (The frontier gives a turn to all sites of a host name together: they are one site here.) Sites
// are numbers, from 0. A site is in exactly one of: away, resting (with its address, until a
// time), in line (with its address, for a slot of it), called (its address keeps a slot for it;
// they are called in the order of arrival). Every operation is O(log sites), amortised.
//
// An address has `per_address` slots, for sites called and requests in flight. With an
// `address_delay` it calls one site at a time, and its delay counts from the end of a request, or
// from the start where per_address is above 1. The address with key 0 has slots without end and no
// delay.
class Turns {
 public:
  struct AddressRules {
    uint32_t slots = 4;
    Duration delay;
  };
  explicit Turns(const AddressRules& rules);

  // A new site: away, at the address with key 0.
  uint32_t add_site();
  // The site is away afterwards.
  void set_address(uint32_t site, uint64_t address_key);

  // To the end of the line; nothing happens to a site that is in line or called.
  void line_up(uint32_t site);
  // To the head of the line, if it stands in it or is called.
  void go_first(uint32_t site);
  // `held` is for counting.
  void rest_until(uint32_t site, Instant until, bool held);
  void go_away(uint32_t site);

  // A slot of an address that is in use by a request.
  struct Slot {
    uint32_t address = 0;
    Instant allowed_before;  // the address's next_allowed without this request
    Instant allowed_after;
  };
  struct Turn {
    uint32_t site = 0;
    Slot slot;
  };
  // The site whose turn it is; it is away afterwards. `now` never goes back.
  std::optional<Turn> next(Instant now);
  void end(const Slot& slot, bool asked, Instant now);
  // When next() has something: now, later, or never without news.
  Instant wake_at(Instant now) const;

  // The clock was set back: delays that addresses owe count from `now`. Sites that rest must be
  // told anew until when.
  void set_back(Instant now);

  bool is_in_line(uint32_t site) const;
  size_t in_line() const { return in_line_; }
  size_t resting() const { return resting_; }
  size_t held() const { return held_; }

 private:
  enum class Where : uint8_t { kAway, kResting, kInLine, kCalled };
  struct Site {
    Links links;  // in the address's heap, its line, or among the called
    uint32_t address = 0;
    Where where = Where::kAway;
    bool held = false;
  };
  struct List {
    uint32_t first = kNone;
    uint32_t last = kNone;
  };
  struct Address {
    Links links;  // in heap_ if is_scheduled: when it may call a site
    uint64_t key = 0;
    Instant next_allowed;
    PairingHeap<std::deque<Site>> resting;
    List line;
    uint32_t called = 0;
    uint32_t in_flight = 0;
    uint32_t sites = 0;
    bool is_scheduled = false;
  };

  uint32_t address_with(uint64_t key);
  bool is_free(uint32_t number) const;
  void append(List& list, uint32_t site);
  void prepend(List& list, uint32_t site);
  void unlink(List& list, uint32_t site);
  void wake_rested(Address& address);
  void enter_line(Address& address, uint32_t site);
  // Calls whom it can, and schedules itself for when it can call the next.
  void serve(uint32_t number);

  const AddressRules rules_;
  Instant now_;
  std::deque<Site> sites_;
  std::deque<Address> addresses_;
  digest::NumberOf number_of_address_;
  std::deque<uint32_t> left_;  // addresses that lost their last site, for new ones
  PairingHeap<std::deque<Address>> heap_;
  List called_;
  size_t in_line_ = 0;  // or called
  size_t resting_ = 0;
  size_t held_ = 0;
};

}  // namespace freshet::frontier
