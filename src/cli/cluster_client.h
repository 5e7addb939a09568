#pragma once

#include <memory>
#include <string>

#include "cli/command.h"
#include "cluster/registry.h"
#include "collection/answer.h"
#include "collection/collection.h"
#include "collection/command.h"
#include "result/result.h"
#include "store/store.h"
#include "systemclock/system_clock.h"
#include "url/canonical.h"

namespace freshet::cli {

// How far the agents of a cluster are behind with what others have found for them.
struct InboxLag {
  uint64_t shards = 0;  // with discoveries that wait
  Duration oldest;      // since the oldest of these was found
};

// The collection of a cluster, for commands that look into it or control its agents (--store).
class ClusterClient {
 public:
  static Result<std::unique_ptr<ClusterClient>> connect(const Invocation& invocation);

  // Queries are answered from the state as it is now.
  Result<collection::Answer> query(const collection::Command& command);
  // Commands are passed to the agents.
  Result<collection::Answer> control(const collection::Command& command);
  Result<cluster::ClusterView> view() { return registry_->view(); }
  Result<InboxLag> inbox_lag();

 private:
  ClusterClient() = default;

  std::string dsn_;
  url::CanonicalRules canonical_;
  SystemClock clock_;
  std::unique_ptr<cluster::Registry> registry_;
  std::unique_ptr<collection::Collection> collection_;
};

// The agents of a cluster, with those that have ended.
Result<std::vector<cluster::AgentRow>> agents_of(const std::string& dsn);
// Opens the state of a cluster to read it, and to write facts and ids.
Result<std::unique_ptr<store::Store>> open_cluster_store(const std::string& dsn);

Result<bool> has_live_agents(const std::string& dsn);
// Opens it to write ranks into all shards; an error if agents work on them.
Result<std::unique_ptr<store::Store>> open_cluster_to_rank(const std::string& dsn);

// Adds "agents", "shards" and "inbox" to the answer to a StatusQuery, which is one line of JSON.
void add_cluster(const cluster::ClusterView& view, const InboxLag& lag, std::string& status);

}  // namespace freshet::cli
