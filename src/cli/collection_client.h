#pragma once

#include <memory>
#include <optional>
#include <string>

#include "cli/cluster_client.h"
#include "cli/command.h"
#include "collection/answer.h"
#include "collection/collection.h"
#include "control/client.h"
#include "json/read.h"
#include "result/result.h"
#include "systemclock/system_clock.h"

namespace freshet::cli {

// Sends commands to the crawl or run that is using a data folder, through its control socket. If
// none is running, it opens the collection read-only and answers queries from that. With --store it
// does the same with the collection of a cluster.
class CollectionClient {
 public:
  explicit CollectionClient(const Invocation& invocation) : invocation_(invocation) {}

  // Returns the answer, one line of JSON. An answer of the form {"error": ...} is an error.
  Result<std::string> request(const collection::Command& command);
  // The same, but it is an error if no crawl or run is using the data folder.
  Result<std::string> request_from_run(const collection::Command& command);
  // Passes UndoAlias or AllowAlias to the run, or stores it with the collection if none is running.
  Result<std::string> change_aliases(const collection::Command& command);
  // Adds the agents and shards to the answer to a StatusQuery. Only with --store.
  Status add_cluster(std::string& status);
  bool is_running() const { return client_.has_value(); }

 private:
  Status connect_to_run();
  Status connect_to_cluster();
  Status open_collection();
  Result<std::string> send(const collection::Command& command);

  const Invocation& invocation_;
  const SystemClock clock_;
  std::optional<control::Client> client_;
  std::unique_ptr<collection::Collection> collection_;
  std::unique_ptr<ClusterClient> cluster_;
};

}  // namespace freshet::cli
