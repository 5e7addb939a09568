#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "clock/instant.h"
#include "store/types.h"

namespace freshet::frontier {

// How gently servers are asked. What holds for every host name, all its sites (scheme, host, port)
// together, whether robots.txt or a page is asked for:
// - At most per_host requests are in flight; one, if it states a Crawl-delay (of several
//   the longest counts).
// - One at a time: from the end of a request to the start of the next pass at least `delay`, the
//   Crawl-delay (however long) and, if delay > 0, so long that the last one took no more than
//   `share` of the time from its start to the start of the next.
// - More at a time: from start to start pass at least `delay`. The share means nothing then, for it
//   would leave one request in flight.
// - No delay and no Crawl-delay: as fast as per_host allows.
// For every address, all its hosts together: at most per_address requests are in flight, and
// address_delay passes between them, from the end where per_address is 1, else from start to start.
struct Politeness {
  Duration delay = Duration::seconds(1);
  Duration address_delay = Duration::seconds(0);
  int per_host = 1;
  int per_address = 4;
  double share = 0.5;                              // of the time of a host; above 0, 1: all of it
  Duration longest_rest = Duration::hours(24);     // bounds Retry-After, back-off and the share
  Duration first_backoff = Duration::seconds(30);  // doubles with each further failure
  int failures_before_rest = 3;                    // of one site in a row
};

struct FrontierLimits {
  // Pages in memory; the others wait in the store. A site may have more than its share while there
  // are few in all.
  size_t queue_per_site = 1000;
  size_t queue_in_all = 100'000;
};

struct Queued {
  store::PageKey key;
  std::string url;
  uint16_t depth = 0;
  uint8_t attempts = 0;   // made so far
  uint8_t redirects = 0;  // that led here; not the frontier's affair, nor are the next four
  bool sitemap = false;
  bool revisit = false;     // a page that is known
  bool made_up = false;     // an address where nothing is, asked for to see the answer
  bool needs_rules = true;  // false: part of finding out the rules; queue_first() it
  Instant first_seen;
  Instant not_before;
  std::optional<store::PageKey> listed_on;
};

// The right to send one request to a host, now. While it lives the host counts it as in flight. It
// ends by Frontier::settle(); a lease that is destroyed instead is put back as if never given. Must
// not outlive its Frontier.
class Lease {
 public:
  enum class Kind : uint8_t { kPage, kRobots };

  Lease(Lease&&) noexcept;
  Lease& operator=(Lease&&) noexcept;
  ~Lease();

  Kind kind() const;
  store::SiteId site() const;
  const Queued& page() const;  // of kPage

 private:
  friend class Frontier;
  struct State;
  explicit Lease(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// What became of a lease, as far as order and politeness are concerned. `page` says nothing of a
// robots.txt: that is asked for until set_rules() or hold_back() is called, before or after.
struct Settlement {
  enum class Page : uint8_t {
    kDone,     // not again in this crawl
    kLater,    // again, not before again_at; the attempt counts
    kPutBack,  // again when the host can; the attempt does not count
  };
  Page page = Page::kDone;
  Instant again_at;
  bool asked = true;                   // a request was really sent (else no delay is owed)
  Duration took;                       // that request
  bool host_failed = false;            // time-out, reset, 5xx: the site may have to rest
  std::optional<Duration> site_rests;  // other sites of the host may be asked meanwhile
  std::optional<Duration> host_rests;  // Retry-After: the whole host
};

// Where a site stands; exactly one.
enum class Standing : uint8_t {
  kEmpty,       // no pages in memory
  kUnresolved,  // pages, but no address yet
  kHeld,        // by hold_back(), until a time
  kResting,     // until a time: delay, Retry-After, back-off, or its first page is not due
  kReady,       // in line
  kBusy,        // its host has as many leases out as it may have, or the rules are being asked for
};

// Orders the pages that wait and hands them out politely.
// - A page is leased at most once at a time, and only when its site's turn comes.
// - Hosts that are ready take turns in the order in which they became ready, so that none starves
//   others; one whose address is busy or resting waits with the address, and keeps its place there.
//   So do the sites of a host among themselves.
// - Within a site pages go by not_before, then by arrival.
// Reads no clock and does no I/O: for the thread of one shard. The clock that it is told may be set
// back (rests are then moved with it) or jump ahead. Operations on a site are O(log sites).
// Naming a site that add_site() was not told of is a bug.
class Frontier {
 public:
  Frontier(const Politeness& politeness, const FrontierLimits& limits);
  ~Frontier();

  bool met(store::PageId page) const;
  // True if the page was not met before; it is then remembered.
  bool first_met(store::PageId page);
  // Optional: called for all links of a page before the first first_met(), it makes those several
  // times faster when millions are known.
  void prefetch(store::PageId page) const;

  // A site that was found, or one from the store with its politeness as it was left; times further
  // ahead than any rest lasts come of a wrong clock and are cut. One that is known stays as it is.
  void add_site(const store::SiteState& site);
  bool knows(store::SiteId site) const;

  // False if the site's queue is full or pages of it wait in the store already: this one waits
  // there too, and take_hungry() will ask for it in time. A page that was queued twice is leased
  // once at a time.
  bool queue(Queued page);
  // Before all other pages of the site, however many wait, and the site before all others that are
  // ready: for a page that was chosen, not found.
  void queue_first(Queued page);
  // Sites whose queue runs dry (below a quarter) while more waits in the store; each is told once
  // until refilled.
  std::vector<store::SiteId> take_hungry();
  // Pages that are in memory or leased already are left out, so that the store may offer whatever
  // it has. No pages at all means that no more wait. Pages that queue() refused since take_hungry()
  // count as more.
  void refill(store::SiteId site, std::vector<Queued> pages, bool more);
  // Restored sites: pages wait in the store.
  void mark_waiting_in_store(store::SiteId site);

  // Sites that have pages but no known address; each is told once, and once more when a time given
  // by hold_back() is over, which shows at next().
  std::vector<store::SiteId> take_unresolved();
  // 0: the address does not count for politeness. May change, and is then that of all sites of the
  // host; leases count where they began.
  void set_address(store::SiteId site, uint64_t address_key);
  // robots.txt is known; from `good_until` on it is asked for again, when a page is due.
  void set_rules(store::SiteId site, Duration crawl_delay, Instant good_until);
  // robots.txt has led elsewhere: no page that needs the rules is leased, nor is robots.txt, before
  // set_rules() or hold_back() is called.
  void await_rules(store::SiteId site);
  // No address, or robots.txt cannot be had: nothing is leased before `until`; then the address or
  // the rules, whichever is missing, are asked for again.
  void hold_back(store::SiteId site, Instant until);
  // Gives up on a site's pages in memory, and returns them in order. Those that are leased stay so;
  // those in the store still make the site hungry.
  std::vector<Queued> drop_pages(store::SiteId site);

  // The next request that may be sent now, if any: robots.txt where the rules are not known, else a
  // page.
  std::optional<Lease> next(Instant now);
  // When next() has something that it has not now, a lease or news for take_unresolved();
  // Instant::never() if only a call can change it.
  Instant wake_at(Instant now) const;
  void settle(Lease lease, const Settlement& settlement, Instant now);

  // The part of the site's state that is the frontier's: next_allowed, resting_until, failures.
  void write_politeness(store::SiteState& site) const;

  // Nothing is leased of the site before this. It may take longer, if others at its address are
  // asked.
  Instant free_at(store::SiteId site) const;

  struct SiteView {
    Standing standing = Standing::kEmpty;
    Instant until;  // of kHeld and kResting
    size_t queued = 0;
    int leased = 0;
    bool more_in_store = false;
  };
  // What a person is shown who asks why a site is not visited.
  SiteView view(store::SiteId site) const;

  struct Counts {
    size_t queued = 0;  // pages in memory
    size_t leased = 0;
    size_t sites = 0;
    size_t ready = 0, resting = 0, held = 0, busy = 0;  // hosts; each in one of them at most
    size_t seen = 0;
    size_t seen_bytes = 0;
  };
  Counts counts() const;

 private:
  friend class Lease;
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace freshet::frontier
