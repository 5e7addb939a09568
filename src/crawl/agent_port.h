#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "collection/run_control.h"
#include "frontier/address_demand.h"
#include "result/result.h"
#include "store/types.h"

namespace freshet::crawl {

// The right to send requests to an address for some time.
struct AddressLease {
  uint64_t address = 0;  // as in frontier::AddressDemand
  Instant from;
  Instant until;
};

// The importance that a ranking gives to a page.
struct PageImportance {
  store::PageKey page;
  float importance = 0;
};

// What an engine that is an agent of a cluster exchanges with the others, through the thread that
// talks to them. It is called on the engine's thread: Crawl::post().
class AgentPort {
 public:
  virtual ~AgentPort() = default;

  // Takes in discoveries that are pending in the store for the engine's shards.
  virtual void take_in(const std::vector<store::Discovery>& pending) = 0;
  // Returns the addresses that it has requests for, now or within a second, or requests in flight,
  // and those that are open.
  virtual std::vector<frontier::AddressDemand> address_demands() const = 0;
  virtual void open_addresses(std::span<const AddressLease> leases) = 0;
  // No further request is sent to these addresses until they are opened again.
  virtual void close_addresses(std::span<const uint64_t> addresses) = 0;
  // Follows what users have laid down for the cluster: seeds, scope and pause.
  virtual Status follow(const collection::RunControl& run_control) = 0;
  // Sets the engine's share of the cluster's budget. Without a budget, nothing happens.
  virtual void set_rate(double requests_per_second) = 0;

  struct Activity {
    bool is_idle = false;  // nothing is queued, in flight or uncommitted
    // Grows whenever the engine takes up work. Two reports of an idle engine with the same number
    // show that it did nothing in between.
    uint64_t number = 0;
    uint64_t collected = 0;  // pages, in all sessions of agents of this name
    uint64_t requests = 0;   // in this session
    double price = 0;        // worth of its next visit; 0: not known
    double rate = 0;         // requests per second that it may send; 0: no budget
  };
  virtual Activity activity() const = 0;

  // Stores the importance of some hundred pages of the engine's shards; returns after the commit.
  // Nothing else of the pages changes, and no visit is lost: what is uncommitted is committed
  // first. The first visit of a queued page forgets its importance. Pages that are not in the store
  // are left out. After an error, the call may be repeated.
  virtual Status store_importance(std::span<const PageImportance> pages) = 0;
};

}  // namespace freshet::crawl
