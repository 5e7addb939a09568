#pragma once

#include <memory>

#include "clock/clock.h"
#include "cluster/registry.h"
#include "cluster/tasks.h"

namespace freshet::cluster {

// The tables of a cluster in memory, for tests with several agents in one process. Thread-safe; the
// registries that connect() returns are connections to it, each for one thread at a time.
class MemoryCluster {
 public:
  // `clock` is that of the database. It must outlive this object and its registries.
  explicit MemoryCluster(const Clock& clock, const RegistryOptions& options = {});

  std::unique_ptr<Registry> connect();
  std::unique_ptr<Tasks> connect_tasks();
  // Ends all connections that there are, as a server that restarts: the next call of each registry
  // fails, and the one after it works.
  void drop_connections();
  // Announces discoveries, as a store does.
  void announce_discoveries(const store::ShardSet& shards);

  struct Tables;

 private:
  std::shared_ptr<Tables> tables_;
};

}  // namespace freshet::cluster
