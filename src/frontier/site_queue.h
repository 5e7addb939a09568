#pragma once

#include <cstdint>
#include <deque>
#include <optional>

#include "clock/instant.h"
#include "frontier/pairing_heap.h"

namespace freshet::frontier {

// Decides which site of a host has the host's next turn. Sites and hosts are numbers from 0. A site
// is in exactly one state: idle, resting until a time, or ready. Every operation is amortised O(log
// sites of the host).
class SiteQueue {
 public:
  uint32_t add_host();
  uint32_t add_site(uint32_t host);  // the site is idle

  // Appends the site to the ready sites, unless it is one.
  void make_ready(uint32_t site);
  // Moves the site before the other ready sites, if it is ready.
  void move_to_front(uint32_t site);
  // `held` says why it rests; it is only used for counts.
  void rest_until(uint32_t site, Instant until, bool held);
  void make_idle(uint32_t site);

  // Makes sites ready whose rest is over, and then removes the first ready site and makes it idle.
  // Returns kNone if there is none.
  uint32_t pop(uint32_t host, Instant now);

  // Says when the host has a ready site.
  struct Next {
    bool any = false;                    // whether any site is ready or resting
    std::optional<Instant> rests_until;  // nullopt: a site is ready now
    bool held = false;                   // `held` of the site whose rest ends first
  };
  Next next(uint32_t host) const;

 private:
  enum class State : uint8_t { kIdle, kResting, kReady };
  struct Site {
    Links links;  // in the host's heap or list
    uint32_t host = 0;
    State state = State::kIdle;
    bool held = false;
  };
  struct Host {
    PairingHeap<std::deque<Site>> resting;
    uint32_t first = kNone;  // first ready site
    uint32_t last = kNone;
  };

  void append(uint32_t site);
  void unlink(uint32_t site);

  std::deque<Site> sites_;
  std::deque<Host> hosts_;
};

}  // namespace freshet::frontier
