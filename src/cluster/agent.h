#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "clock/clock.h"
#include "cluster/cluster_view.h"
#include "cluster/job.h"
#include "cluster/registry.h"
#include "cluster/task_work.h"
#include "crawl/options.h"
#include "crawl/progress.h"
#include "result/result.h"
#include "telemetry/log.h"

namespace freshet::cluster {

struct AgentOptions {
  std::string dsn;   // of the PostgreSQL server
  std::string name;  // letters, digits, '.', '_', '-'; at most 63
  Duration lease = RegistryOptions().lease;
  // Makes the options of a crawl from the job that users have laid down.
  std::function<Result<crawl::CrawlOptions>(const Job&)> crawl_options;
  TaskKinds tasks;  // what the agent can do together with the others
  // The agent ends when everything in the whole cluster is collected.
  bool ends_when_collected = false;
  std::optional<uint64_t> max_pages;  // of the whole cluster: ends when so many are collected
};

// One of several agents that crawl a collection in PostgreSQL: joins the cluster, works on the
// shards that it is given, and coordinates the cluster if no other agent does.
//
// The thread that calls run() talks to the registry; the engine has a thread of its own. If the
// database cannot be reached, the engine goes on until it must read the state, and until the lease
// ends at the latest; it keeps what it has, and continues when the database is back.
class Agent {
 public:
  // Connects and joins. Returns an error if the database cannot be reached, or another agent has
  // the name.
  static Result<std::unique_ptr<Agent>> open(AgentOptions options, const Clock& machine,
                                             telemetry::Log& log);
  ~Agent();

  // Lays a job down for all agents. If the present job is of the same kind, its seeds stay, and so
  // do its scope and budget if this one has none.
  Status set_job(Job job);

  // Runs until stop() is called, or everything is collected.
  Status run();
  // May be called from any thread. Gives the shards back at once.
  void stop();

  // May be called from any thread.
  crawl::Progress progress() const;

  // How a crawl ended, after run().
  struct Summary {
    std::string ended;         // the reason
    crawl::Progress progress;  // of this agent, over all its sessions
    struct AgentPages {
      std::string name;
      uint64_t pages = 0;
    };
    std::vector<AgentPages> agents;  // by name
    uint64_t pages = 0;              // of all agents
    uint64_t pages_before = 0;       // the same when run() was called
    Duration elapsed;                // since then
  };
  const Summary& summary() const;

 private:
  class Loop;
  explicit Agent(std::unique_ptr<Loop> loop);
  std::unique_ptr<Loop> loop_;
};

}  // namespace freshet::cluster
