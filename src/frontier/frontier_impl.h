#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <unordered_set>
#include <vector>

#include "digest/key_index.h"
#include "frontier/frontier.h"
#include "frontier/host_politeness.h"
#include "frontier/host_queue.h"
#include "frontier/page_queue.h"
#include "frontier/seen_set.h"
#include "frontier/site_queue.h"

namespace freshet::frontier {

struct Lease::State {
  Frontier::Impl* frontier = nullptr;
  uint32_t site = 0;
  store::SiteId site_id;
  Kind kind = Kind::kPage;
  QueuedPage queued;  // only for kPage
  HostPoliteness::Start start;
  HostQueue::Slot slot;
};

// Connects the parts. reschedule() gives a site its state among the sites of its host (SiteQueue),
// by what the site waits for. reschedule_host() gives the host its state among all hosts
// (HostQueue), by politeness. Every change to a site ends in reschedule(), so that HostQueue always
// knows the exact time.
struct Frontier::Impl {
  // The progress of getting more pages of a site from the store.
  enum class Refill : uint8_t {
    kNotNeeded,
    kListed,     // sites_to_refill() will return the site
    kRequested,  // sites_to_refill() has returned it, and refill() will follow
    kStalled,    // refill() brought no new page; it is requested again after the next settlement
  };
  struct Site {
    store::SiteId id;
    PageQueue pages;
    SiteBackoff backoff;
    Duration crawl_delay;  // from its robots.txt
    Instant held_until;
    Instant rules_until;
    uint32_t host = 0;
    uint32_t next_of_host = kNone;
    uint16_t leased = 0;  // including robots.txt
    Refill refill_state = Refill::kNotNeeded;
    bool has_address = false;
    bool has_rules = false;
    bool is_robots_leased = false;
    bool awaits_rules = false;  // robots.txt redirects to another address
    bool more_in_store = false;
    bool refused_since_request = false;
    bool is_listed_unresolved = false;
    bool is_reported_unresolved = false;
  };
  // All sites with one host name, with any scheme and port.
  struct Host {
    uint64_t key = 0;
    HostPoliteness politeness;
    uint32_t first_site = kNone;
    uint16_t leased = 0;
    bool is_busy = false;  // it has requests in flight and does not wait for another one
  };
  struct Plan {
    Standing standing = Standing::kEmpty;
    Instant until;
  };

  Impl(const Politeness& politeness, const FrontierLimits& limits);

  uint32_t find(store::SiteId id) const;
  uint32_t number_of(store::SiteId id) const;  // the site must be known

  void add_site(const store::SiteState& state);
  bool queue(Queued page);
  void queue_first(Queued page);
  void refill(uint32_t number, std::vector<Queued> pages, bool more);
  std::vector<store::SiteId> sites_to_refill();
  std::vector<store::SiteId> take_unresolved();
  std::unique_ptr<Lease::State> next(Instant now);  // nullptr: nothing may be leased now
  Instant wake_at(Instant now) const;
  void settle(Lease::State& lease, const Settlement& settlement, Instant now);
  void requeue(Lease::State& lease);
  SiteView view(uint32_t number) const;

  uint32_t host_with(uint64_t key);
  void set_crawl_delay(uint32_t number, Duration crawl_delay);
  Plan site_plan(const Site& site) const;  // without the limits of its host
  Plan plan(const Site& site) const;
  void reschedule(uint32_t number);
  void reschedule_host(uint32_t host);
  std::unique_ptr<Lease::State> lease(const HostQueue::Turn& turn);
  std::unique_ptr<Lease::State> lease_of(uint32_t number);
  void push(Site& site, QueuedPage page);
  void request_refill_if_low(uint32_t number);
  void advance(Instant now);

  const Politeness politeness;
  const FrontierLimits limits;
  SeenSet seen;
  HostQueue host_queue;
  SiteQueue site_queue;
  std::deque<Site> sites;
  std::deque<Host> hosts;
  digest::KeyIndex number_of_site;
  digest::KeyIndex number_of_host;
  std::unordered_set<uint64_t> leased_pages;  // by PageId
  std::vector<uint32_t> to_refill;
  std::vector<uint32_t> unresolved;
  std::vector<uint32_t> restored;  // sites whose times the first next() must check with its clock
  uint64_t next_ticket = 0;
  size_t queued = 0;
  size_t leased = 0;
  size_t busy = 0;
  Instant now;
  bool is_started = false;
};

}  // namespace freshet::frontier
