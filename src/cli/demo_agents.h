#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/child.h"
#include "cli/command.h"
#include "cluster/registry.h"
#include "result/result.h"

namespace freshet::cli {

// The processes of a demonstration of a cluster: one `freshet run` and `freshet agent` for the
// others, named a1, a2 and so on. They end with the object.
class DemoAgents {
 public:
  struct Options {
    std::string dsn;
    std::string folder;  // for their archives and logs
    std::string seed;    // URL
    uint16_t port = 0;   // of the server that has all hosts
    uint32_t agents = 1;
    double requests_per_second = 1;
    std::string policy;
    std::vector<std::string> overrides;  // of settings
  };
  static Result<std::unique_ptr<DemoAgents>> start(const Options& options);

  // Reads the state of the cluster. Fails if an agent ended that nobody has killed.
  Status update();
  uint32_t alive() const;              // agents that have joined, without the one that was killed
  double requests_per_second() const;  // of all, as they report it
  // Kills the last agent with SIGKILL. There must be another one. update() must have succeeded.
  void kill_last();
  struct Killed {
    std::string name;
    size_t shards = 0;  // that it owned
  };
  const std::optional<Killed>& killed() const { return killed_; }
  bool is_taken_over() const;  // whether agents that were not killed own all shards
  // Stops all agents and waits until they have given back their shards.
  void stop();

 private:
  struct Agent {
    std::string name;
    std::unique_ptr<Child> process;
  };
  DemoAgents() = default;
  // The lease of an agent that was killed is valid for a while.
  bool works(const cluster::AgentRow& agent) const;
  Status start_one(const Options& options, uint32_t number);

  std::unique_ptr<cluster::Registry> registry_;
  cluster::ClusterView view_;
  std::vector<Agent> agents_;
  std::optional<Killed> killed_;
};

}  // namespace freshet::cli
