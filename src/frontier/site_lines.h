#pragma once

#include <cstdint>
#include <deque>

#include "clock/instant.h"
#include "frontier/pairing_heap.h"

namespace freshet::frontier {

// Which site of a host is asked at the host's next turn. Sites and hosts are numbers, from 0. A
// site is in exactly one of: away, resting until a time, in line. Every operation is O(log sites of
// the host), amortised.
class SiteLines {
 public:
  uint32_t add_host();
  uint32_t add_site(uint32_t host);  // away

  // To the end of the line; nothing happens to a site that is in line.
  void line_up(uint32_t site);
  // To the head of the line, if it stands in it.
  void go_first(uint32_t site);
  // `held` is for counting.
  void rest_until(uint32_t site, Instant until, bool held);
  void go_away(uint32_t site);

  // Sites that have rested join the line. The first of it, which is away afterwards; kNone if there
  // is none.
  uint32_t take_first(uint32_t host, Instant now);

  // When the host has a site in line.
  struct Next {
    Instant when = Instant::never();  // epoch: now
    bool any = false;
    bool held = false;
  };
  Next next(uint32_t host) const;

 private:
  enum class Where : uint8_t { kAway, kResting, kInLine };
  struct Site {
    Links links;  // in the host's heap, or in its line
    uint32_t host = 0;
    Where where = Where::kAway;
    bool held = false;
  };
  struct Host {
    PairingHeap<std::deque<Site>> resting;
    uint32_t first = kNone;  // of the line
    uint32_t last = kNone;
  };

  void append(uint32_t site);
  void unlink(uint32_t site);

  std::deque<Site> sites_;
  std::deque<Host> hosts_;
};

}  // namespace freshet::frontier
