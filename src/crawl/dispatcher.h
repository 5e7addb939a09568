#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "crawl/worker.h"
#include "frontier/lease.h"
#include "store/types.h"

namespace freshet::crawl {

// A request that was assigned to a worker and is not answered yet.
struct PendingRequest {
  Assignment::Kind kind = Assignment::Kind::kPage;
  store::SiteId site;
  std::optional<frontier::Lease> lease;  // none for kResolve
};

// Divides requests among workers and knows which are pending. It does not decide their order. For
// the engine's thread.
class Dispatcher {
 public:
  struct Options {
    size_t pending_per_worker = 1;
    // Whether requests to one site may go to any worker. Otherwise all requests to a site go to the
    // same worker, which reuses its connections and cookies.
    bool spreads_sites = false;
  };

  explicit Dispatcher(const Options& options) : options_(options) {}

  void start(std::vector<std::unique_ptr<Worker>> workers);
  // Stops the workers and returns the requests that were not answered.
  std::vector<PendingRequest> stop();

  // Queues the request for the next deliver(). Requests are delivered together because waking
  // another thread costs as much as a request.
  void assign(Assignment assignment, PendingRequest request);
  void deliver();
  // Returns and removes the request that was answered, or nothing if it is no longer pending.
  std::optional<PendingRequest> complete(const Completed& completed);

  size_t pending() const { return pending_.size(); }
  bool is_full() const { return pending_.size() >= options_.pending_per_worker * workers_.size(); }
  bool is_pending(const store::PageKey& page) const;

 private:
  size_t worker_for(store::SiteId site);

  const Options options_;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::vector<std::vector<Assignment>> assigned_;         // for each worker, not delivered yet
  std::unordered_map<uint64_t, PendingRequest> pending_;  // by Assignment::id
  uint64_t next_id_ = 1;
  size_t next_worker_ = 0;
};

}  // namespace freshet::crawl
