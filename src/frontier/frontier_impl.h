#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <unordered_set>
#include <vector>

#include "digest/number_of.h"
#include "frontier/frontier.h"
#include "frontier/host_politeness.h"
#include "frontier/page_queue.h"
#include "frontier/seen_set.h"
#include "frontier/site_lines.h"
#include "frontier/turns.h"

namespace freshet::frontier {

struct Lease::State {
  Frontier::Impl* frontier = nullptr;
  uint32_t site = 0;
  store::SiteId site_id;
  Kind kind = Kind::kPage;
  QueuedPage queued;  // of kPage
  HostPoliteness::Start start;
  Turns::Slot slot;
};

// Joins the parts: what a site waits for decides where it stands among the sites of its host
// (place()), politeness when the host may be asked (place_host()), and Turns says which host's turn
// it is. Every change to a site ends in place(), so that Turns always knows the exact time.
struct Frontier::Impl {
  // Whether more than what is in memory waits in the store, and who knows.
  enum class Hunger : uint8_t {
    kFed,
    kListed,   // for take_hungry()
    kTold,     // refill() is on its way
    kStalled,  // refill() brought what was there already: again after the next settlement
  };
  struct Site {
    store::SiteId id;
    PageQueue pages;
    SiteBackoff backoff;
    Duration crawl_delay;  // of its robots.txt
    Instant held_until;
    Instant rules_until;
    uint32_t host = 0;
    uint32_t next_of_host = kNone;
    uint16_t leased = 0;  // robots.txt included
    Hunger hunger = Hunger::kFed;
    bool has_address = false;
    bool has_rules = false;
    bool is_robots_leased = false;
    bool awaits_rules = false;  // robots.txt has led elsewhere
    bool more_in_store = false;
    bool refused_since_told = false;
    bool is_listed_unresolved = false;
    bool is_told_unresolved = false;
  };
  // All sites with one host name, whatever their schemes and ports.
  struct Host {
    uint64_t key = 0;
    HostPoliteness politeness;
    uint32_t first_site = kNone;
    uint16_t leased = 0;
    bool is_busy = false;  // asked, and not waiting to be asked for more at the same time
  };
  struct Plan {
    Standing standing = Standing::kEmpty;
    Instant until;
  };

  Impl(const Politeness& politeness, const FrontierLimits& limits);

  uint32_t find(store::SiteId id) const;
  uint32_t number_of(store::SiteId id) const;  // of a site that is known

  void add_site(const store::SiteState& state);
  bool queue(Queued page);
  void queue_first(Queued page);
  void refill(uint32_t number, std::vector<Queued> pages, bool more);
  std::vector<store::SiteId> take_hungry();
  std::vector<store::SiteId> take_unresolved();
  std::unique_ptr<Lease::State> next(Instant now);  // nullptr: nothing now
  Instant wake_at(Instant now) const;
  void settle(Lease::State& lease, const Settlement& settlement, Instant now);
  void put_back(Lease::State& lease);
  SiteView view(uint32_t number) const;

  uint32_t host_with(uint64_t key);
  void set_crawl_delay(uint32_t number, Duration crawl_delay);
  Plan own_plan(const Site& site) const;  // as if it were the only site and could always be asked
  Plan plan(const Site& site) const;
  void place(uint32_t number);
  void place_host(uint32_t host);
  std::unique_ptr<Lease::State> lease(const Turns::Turn& turn);
  std::unique_ptr<Lease::State> lease_of(uint32_t number);
  void push(Site& site, QueuedPage page);
  void notice_hunger(uint32_t number);
  void advance(Instant now);

  const Politeness politeness;
  const FrontierLimits limits;
  SeenSet seen;
  Turns turns;  // of hosts
  SiteLines lines;
  std::deque<Site> sites;
  std::deque<Host> hosts;
  digest::NumberOf number_of_site;
  digest::NumberOf number_of_host;
  std::unordered_set<uint64_t> leased_pages;  // by PageId
  std::vector<uint32_t> hungry;
  std::vector<uint32_t> unresolved;
  std::vector<uint32_t> restored;  // before the first next(): to be compared with its clock
  uint64_t next_ticket = 0;
  size_t queued = 0;
  size_t leased = 0;
  size_t busy = 0;
  Instant now;
  bool is_started = false;
};

}  // namespace freshet::frontier
