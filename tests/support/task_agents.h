#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "cluster/memory_registry.h"
#include "cluster/task_driver.h"
#include "cluster/task_runner.h"
#include "support/manual_clock.h"
#include "telemetry/log.h"

namespace freshet::test {

// Agents without engines that work on tasks, each on threads of its own, in one process with the
// tables in memory. They divide the shards among them in ranges.
class TaskAgents {
 public:
  struct Agent {
    std::string name;
    std::unique_ptr<cluster::Registry> registry;
    cluster::SessionId session;
    store::ShardSet shards;
    std::unique_ptr<cluster::TaskRunner> runner;
    std::atomic<bool> stops = false;
    std::atomic<bool> has_left = false;
    std::thread loop;
  };
  using Kinds = std::function<cluster::TaskKinds(const Agent&)>;
  using Write = cluster::TaskStep::Write;
  using Post = std::function<bool(const Agent&, std::function<void(crawl::AgentPort&)>)>;
  using WriteWithoutEngine =
      std::function<Result<bool>(const Agent&, const store::ShardSet&, const Write&)>;
  struct Engines {
    Post post = [](const Agent&, auto) { return false; };
    WriteWithoutEngine write = [](const Agent&, const auto&, const Write&) -> Result<bool> {
      return fail("there is no store");
    };
  };

  explicit TaskAgents(size_t count, Kinds kinds) : TaskAgents(count, std::move(kinds), Engines()) {}
  TaskAgents(size_t count, Kinds kinds, Engines engines)
      : kinds_(std::move(kinds)), engines_(std::move(engines)) {
    for (size_t i = 0; i < count; ++i) add(std::string(1, static_cast<char>('a' + i)));
    divide();
    for (auto& agent : agents_) begin(*agent);
  }
  ~TaskAgents() {
    for (auto& agent : agents_) agent->stops = true;
    for (auto& agent : agents_) agent->loop.join();
  }

  cluster::TaskDriverOptions driver(const std::string& kind, const std::string& options = "") {
    return {.task = {.kind = kind, .options = options, .driver = "the test"},
            .connect = [this] { return tables_.connect_tasks(); },
            .poll = Duration::milliseconds(1),
            .patience = Duration::milliseconds(20)};
  }
  std::unique_ptr<cluster::Tasks> connect() { return tables_.connect_tasks(); }
  const Agent& agent(size_t i) const { return *agents_[i]; }
  // The agent leaves the cluster as soon as possible; may be called by any thread.
  void stop(size_t i) { agents_[i]->stops = true; }
  void await_leaving(size_t i) const {
    while (!agents_[i]->has_left) std::this_thread::yield();
  }
  // Time passes in which agents send heartbeats and drivers do not renew their leases.
  void pass(Duration time) { clock_.advance(time); }
  // Gives the shards of agents that have left to the others, which may be called by a driver.
  void divide() {
    std::vector<Agent*> live;
    for (auto& agent : agents_) {
      if (!agent->has_left && !agent->stops) live.push_back(agent.get());
    }
    cluster::Plan plan;
    for (size_t i = 0; i < live.size(); ++i) {
      live[i]->shards = {};
      for (size_t shard = i * 256 / live.size(); shard < (i + 1) * 256 / live.size(); ++shard) {
        live[i]->shards.add(static_cast<store::ShardId>(shard));
        plan.assignments.push_back({static_cast<store::ShardId>(shard), live[i]->name});
      }
    }
    EXPECT_TRUE(coordinator_->try_to_coordinate(coordinating_).value());
    EXPECT_TRUE(coordinator_->carry_out(plan));
    const auto connection = tables_.connect();
    for (Agent* agent : live) {
      for (Agent* other : live) {
        if (other == agent) continue;
        EXPECT_TRUE(connection->release(other->session, agent->shards));
      }
    }
    for (Agent* agent : live) EXPECT_TRUE(connection->own(agent->session, agent->shards));
  }

 private:
  void add(const std::string& name) {
    auto& agent = *agents_.emplace_back(std::make_unique<Agent>());
    agent.name = name;
    agent.registry = tables_.connect();
    agent.session = agent.registry->join(name, "host").value().session;
    if (coordinating_ == cluster::SessionId{}) {
      coordinator_ = tables_.connect();
      coordinating_ = coordinator_->join("coordinator", "host").value().session;
    }
  }
  void begin(Agent& agent) {
    agent.runner = std::make_unique<cluster::TaskRunner>(cluster::TaskRunner::World{
        .kinds = kinds_(agent),
        .connect = [this] { return tables_.connect_tasks(); },
        .post = [this, &agent](auto call) { return engines_.post(agent, std::move(call)); },
        .write_without_engine =
            [this, &agent](const store::ShardSet& shards, const Write& write) {
              return engines_.write(agent, shards, write);
            },
        .machine = clock_,
        .log = log_});
    agent.loop = std::thread([this, &agent] {
      while (!agent.stops) {
        const auto orders = agent.registry->heartbeat(agent.session, {});
        if (orders) agent.runner->follow(agent.session, orders->task, orders->task_step);
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
      }
      agent.runner.reset();
      EXPECT_TRUE(agent.registry->leave(agent.session));
      agent.has_left = true;
    });
  }

  ManualClock clock_{Instant::from_unix_seconds(1'800'000'000)};
  telemetry::Log log_{telemetry::Log::Options(), clock_, [](std::string_view) {}};
  cluster::MemoryCluster tables_{clock_, {.lease = Duration::days(1)}};
  const Kinds kinds_;
  const Engines engines_;
  std::unique_ptr<cluster::Registry> coordinator_;
  cluster::SessionId coordinating_;
  std::vector<std::unique_ptr<Agent>> agents_;
};

}  // namespace freshet::test
