#pragma once

#include <span>
#include <vector>

#include "clock/clock.h"
#include "crawl/agent_port.h"
#include "crawl/control_service.h"
#include "crawl/dispatcher.h"
#include "crawl/inbox.h"
#include "crawl/revisits.h"
#include "crawl/visit_source.h"
#include "frontier/frontier.h"

namespace freshet::crawl {

// The AgentPort of an engine, joined from its parts.
class EngineAgentPort final : public AgentPort {
 public:
  struct Parts {
    frontier::Frontier& frontier;
    const Dispatcher& dispatcher;
    VisitSource& source;
    Inbox& inbox;
    ControlService& control;
    Journal& journal;
    const RunStats& stats;
    Revisits& revisits;
    const store::Store& store;
    store::ShardSet shards;
  };
  EngineAgentPort(const Clock& clock, const Parts& parts) : clock_(clock), parts_(parts) {}

  void take_in(const std::vector<store::Discovery>& pending) override;
  std::vector<frontier::AddressDemand> address_demands() const override;
  void open_addresses(std::span<const AddressLease> leases) override;
  void close_addresses(std::span<const uint64_t> addresses) override;
  Status follow(const collection::RunControl& run_control) override;
  void set_rate(double requests_per_second) override;
  Activity activity() const override;
  Status store_importance(std::span<const PageImportance> pages) override;

  // Called at the start, with the state, and before each commit.
  void start(const store::Store& store);
  void complete(store::Batch& batch);
  // Called by the engine: whether nothing is left that it could do.
  void set_idle(bool is_idle) { is_idle_ = is_idle; }

 private:
  const Clock& clock_;
  const Parts parts_;
  uint64_t collected_before_ = 0;  // in earlier sessions
  uint64_t collected_kept_ = 0;    // pages of this session that are in the state
  uint64_t taken_in_ = 0;
  bool is_idle_ = false;
};

}  // namespace freshet::crawl
