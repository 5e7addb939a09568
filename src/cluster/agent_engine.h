#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "cluster/address_exchange.h"
#include "cluster/engine_session.h"
#include "cluster/inbox_reader.h"
#include "cluster/job.h"
#include "cluster/lease_clock.h"
#include "cluster/task_work.h"
#include "crawl/agent_port.h"
#include "crawl/progress.h"
#include "store/agent_store.h"
#include "telemetry/log.h"

namespace freshet::cluster {

// The number of pages in a fact crawl::kCollectedFact.
uint64_t collected_of(const std::optional<std::string>& fact);

// The engine of an agent: one session after another, each on the shards that the agent holds then.
// For the agent's thread, except progress(), post() and write_without_session().
class AgentEngine {
 public:
  struct World {
    store::Store& shared;
    Registry& registry;
    const LeaseClock& lease;
    const Clock& machine;
    const ClusterClock& clock;
    telemetry::Log& log;
  };
  AgentEngine(std::string agent, const World& world);

  // What a session works on.
  struct Work {
    store::ShardSet shards;
    Job job;
    crawl::CrawlOptions options;
    uint16_t writer = 0;
    double rate = 0;
  };
  // Takes the shards and begins a session. There must be none, and the shards must not be lent.
  Status start(Work work);
  // Whether write_without_session() is being called.
  bool is_lent() const;
  bool is_running() const { return session_ != nullptr; }
  // The shards of the session; none if there is no session.
  const store::ShardSet& shards() const { return work_.shards; }
  // Ends the session; has_ended() says when that is done.
  void stop() { session_->stop(); }
  bool has_ended() const { return session_ && session_->has_ended(); }
  // Removes the session that has ended, and gives the leases of addresses back. Returns how it
  // ended.
  Status finish(SessionId session);
  // The agent's session was lost: nothing that it held is its own any more.
  void lose();

  // The running session follows the job if it can, and else must be ended.
  bool can_follow(const Job& job) const;
  void follow(const Job& job);
  void set_rate(double requests_per_second);
  // Exchanges leases of addresses with the registry.
  Status exchange_addresses(SessionId session) { return addresses_.exchange(session, *session_); }
  // Passes discoveries to the session that other agents have made for it.
  void read_inbox(const store::ShardSet& notified);

  // Returns nothing if the session does not answer at once.
  std::optional<crawl::AgentPort::Activity> activity();
  // The rate that the session keeps to; 0 without a session.
  double rate() const { return work_.rate; }
  // Pages that agents of this name have collected, as far as that is committed.
  uint64_t collected() const;
  // Of all sessions. May be called by any thread.
  crawl::Progress progress() const;

  // As EngineSession::post(). May be called by any thread.
  bool post(std::function<void(crawl::AgentPort&)> call);
  // Takes shards that the agent owns and calls `write`; no session begins until it returns. Returns
  // false if there is a session. May be called by any thread.
  Result<bool> write_without_session(const store::ShardSet& shards, const TaskStep::Write& write);

 private:
  Status take(const store::ShardSet& shards);

  const std::string agent_;
  const World world_;
  store::AgentStore store_;
  AddressExchange addresses_;
  InboxReader inbox_;
  Work work_;
  store::ShardSet last_shards_;  // of the session before, if everything of it was committed
  mutable std::mutex mutex_;
  std::unique_ptr<EngineSession> session_;  // changed under mutex_
  bool is_starting_ = false;                // guarded by mutex_
  bool is_lent_ = false;                    // guarded by mutex_
  crawl::Progress before_;                  // of ended sessions; guarded by mutex_
};

}  // namespace freshet::cluster
