#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "clock/instant.h"
#include "frontier/address_demand.h"
#include "frontier/lease.h"
#include "frontier/politeness.h"
#include "frontier/queued.h"
#include "frontier/settlement.h"
#include "store/types.h"

namespace freshet::frontier {

struct FrontierLimits {
  // Pages in memory; the others wait in the store. A site may exceed queue_per_site as long as all
  // sites together have fewer than queue_in_all.
  size_t queue_per_site = 1000;
  size_t queue_in_all = 100'000;
};

// The state of a site. A site is in exactly one state.
enum class Standing : uint8_t {
  kEmpty,       // it has no pages in memory
  kUnresolved,  // it has pages, but no address yet
  kHeld,        // hold_back() was called; until a time
  kResting,     // until a time: delay, Retry-After, back-off, or its first page is not due
  kReady,       // it waits for its turn
  kBusy,        // its host has as many leases as it may have, or the rules are being requested
};

// Orders the waiting pages and leases them politely.
// - A page is leased at most once at a time, and only when it is the turn of its site.
// - Ready hosts take turns in the order in which they became ready, so that no host starves others.
//   A host whose address is busy or resting waits for the address and keeps its place in the order.
//   The sites of a host take turns in the same way.
// - Within a site, pages are ordered by not_before, then by arrival.
// It reads no clock and does no I/O. Only the thread of one shard uses it. The time passed to it
// may go back (rests are then moved by the same step) or jump ahead. Operations on a site are O(log
// sites). It is a bug to name a site that was not added with add_site().
class Frontier {
 public:
  Frontier(const Politeness& politeness, const FrontierLimits& limits);
  ~Frontier();

  bool is_seen(store::PageId page) const;
  // Returns true if the page was not seen before, and adds it to the seen pages.
  bool mark_seen(store::PageId page);
  // Calling this is optional. If it is called for all links of a page before the first mark_seen(),
  // these calls are several times faster when millions of pages have been seen.
  void prefetch(store::PageId page) const;

  // Adds a site that was found, or one from the store with its stored politeness. Times further
  // ahead than any rest lasts come from a wrong clock and are shortened. A known site is not
  // changed.
  void add_site(const store::SiteState& site);
  bool knows(store::SiteId site) const;

  // Returns false if the site's queue is full or other pages of it already wait in the store. Then
  // this page must wait in the store too, and sites_to_refill() will return the site in time. A
  // page that was queued twice is leased once at a time.
  bool queue(Queued page);
  // Queues a page that was chosen by a policy, before all other pages of its site. If the site is
  // ready, it is also moved before all other ready sites.
  void queue_first(Queued page);
  // Returns sites whose queue is low (below a quarter) while more pages wait in the store. Each
  // site is returned once until refill() is called for it.
  std::vector<store::SiteId> sites_to_refill();
  // Adds pages from the store. Pages that are in memory or leased are skipped, so the caller may
  // pass whatever the store has. An empty vector means that no more pages wait. Pages that queue()
  // refused since sites_to_refill() count as more.
  void refill(store::SiteId site, std::vector<Queued> pages, bool more);
  // Says that pages of a restored site wait in the store.
  void mark_waiting_in_store(store::SiteId site);

  // Returns sites that have pages but no known address. Each site is returned once, and again when
  // the time given to hold_back() is over, which next() notices.
  std::vector<store::SiteId> take_unresolved();
  // Sets the address for all sites of the host; 0: no address limits apply. It may change; leases
  // still count at the address that they began with.
  void set_address(store::SiteId site, uint64_t address_key);
  // robots.txt is known. After `good_until`, it is requested again when a page is due.
  void set_rules(store::SiteId site, Duration crawl_delay, Instant good_until);
  // robots.txt redirects to another address: until set_rules() or hold_back() is called, neither
  // robots.txt nor a page that needs the rules is leased.
  void await_rules(store::SiteId site);
  // There is no address, or robots.txt could not be fetched: nothing is leased before `until`.
  // After that, the address or the rules, whichever is missing, are requested again.
  void hold_back(store::SiteId site, Instant until);
  // Removes the pages of a site from memory and returns them in order. Leased pages stay leased,
  // and pages in the store stay there; sites_to_refill() may still return the site.
  std::vector<Queued> drop_pages(store::SiteId site);

  // Returns the next request that may be sent now, if any: for robots.txt if the rules are not
  // known, otherwise for a page.
  std::optional<Lease> next(Instant now);
  // Returns when next() will have something new: a lease, or a site for take_unresolved(). Returns
  // Instant::never() if only another call can change that.
  Instant wake_at(Instant now) const;
  void settle(Lease lease, const Settlement& settlement, Instant now);

  // Writes the frontier's part of a site's state: next_allowed, resting_until, failures.
  void write_politeness(store::SiteState& site) const;

  // With Politeness::leases_addresses: the addresses that have something to request by `soon`, or
  // requests in flight, or were opened and not closed again.
  std::vector<AddressDemand> address_demands(Instant soon) const;
  // Requests to this address may be sent from `from` until `until`.
  void open_address(uint64_t address_key, Instant from, Instant until);
  // No further request to this address may be sent until it is opened again.
  void close_address(uint64_t address_key);

  // Returns the earliest time at which the site may be leased. It may take longer if requests to
  // other sites of its address are sent.
  Instant free_at(store::SiteId site) const;

  struct SiteView {
    Standing standing = Standing::kEmpty;
    Instant until;  // for kHeld and kResting
    size_t queued = 0;
    int leased = 0;
    bool more_in_store = false;
  };
  // Returns the state of a site, to show a person why it is not visited.
  SiteView view(store::SiteId site) const;

  struct Counts {
    size_t queued = 0;  // pages in memory
    size_t leased = 0;
    size_t sites = 0;
    size_t ready = 0, resting = 0, held = 0, busy = 0;  // hosts; each is in at most one of them
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
