#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cluster/agent.h"
#include "cluster/agent_engine.h"
#include "cluster/cluster_clock.h"
#include "cluster/job.h"
#include "cluster/lease_clock.h"
#include "cluster/member.h"
#include "cluster/registry.h"
#include "cluster/task_runner.h"
#include "cluster/termination.h"
#include "cluster/wake_up.h"

namespace freshet::cluster {

// The loop of an agent: it asks its Member what to do, and makes its engine do it.
class Agent::Loop {
 public:
  struct Connections {
    std::unique_ptr<store::Store> store;
    std::unique_ptr<Registry> registry;
  };
  Loop(AgentOptions options, const Clock& machine, telemetry::Log& log, Connections connections,
       std::string host);

  Status join();
  Status set_job(Job job);
  Status run();
  void stop();
  crawl::Progress progress() const { return engine_.progress(); }
  const Summary& summary() const { return outcome_.summary; }

 private:
  struct KnownJob {
    Job job;
    uint64_t version = 0;
    bool is_known = false;
    bool was_laid_down = false;  // by this agent
  };
  // When things are done that are not due at each turn of the loop, by the machine's steady clock.
  struct Due {
    Instant coordination;
    Instant addresses;
    Instant engine_start;
  };
  // For the rate of requests.
  struct Meter {
    Instant since;
    uint64_t requests = 0;
    double rate = 0;
  };

  struct Membership {
    Membership(std::string name, std::string host, Registry& registry, const Clock& machine);

    LeaseClock lease;
    ClusterClock clock;
    Member member;
  };
  // What the last turn of the loop has left.
  struct LastTurn {
    store::ShardSet hold;  // what the engine is to work on
    bool was_idle = false;
    std::optional<Error> trouble;
  };
  struct Outcome {
    Status status = Done{};
    Summary summary;
  };

  AgentReport report();
  void follow(const Directions& directions);
  void log_trouble(const Directions& directions);
  void load_job(uint64_t version);
  void start_engine(const Directions& directions);
  void direct_engine(const Directions& directions);
  void finish_engine();
  void look_at_cluster();
  void end(std::string why);
  bool is_all_collected(const ClusterView& view);
  uint64_t pending_discoveries() const;
  void wait(const Directions& directions);
  Result<std::vector<Summary::AgentPages>> pages_of_agents() const;
  Status leave();

  const AgentOptions options_;
  const Clock& machine_;
  telemetry::Log& log_;
  const Connections connections_;
  Membership membership_;
  AgentEngine engine_;
  TaskRunner tasks_;
  Termination termination_;
  WakeUp wake_up_;
  KnownJob job_;
  Due due_;
  Meter meter_;
  LastTurn last_;
  std::atomic<bool> stop_requested_ = false;
  Outcome outcome_;
};

}  // namespace freshet::cluster
