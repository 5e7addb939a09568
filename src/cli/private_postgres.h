#pragma once

#include <memory>
#include <string>

#include "cli/child.h"
#include "result/result.h"

namespace freshet::cli {

// A PostgreSQL server for the time of a command: its data and its socket are in a temporary folder,
// it has no TCP port, and it does not write its data to the disk reliably. It runs as the user
// postgres if the command runs as root, because PostgreSQL refuses to run as root. It ends with the
// object.
class PrivatePostgres {
 public:
  // `folder` is an existing folder that others may pass through; a folder is created in it. Fails,
  // with a message that says what to install, if PostgreSQL is not there.
  static Result<std::unique_ptr<PrivatePostgres>> start(const std::string& folder,
                                                        int max_connections);
  ~PrivatePostgres();

  // Returns the connection string of an empty database.
  std::string dsn() const;
  bool is_running() { return server_->is_running(); }
  std::string last_words() const { return server_->last_words(); }

 private:
  PrivatePostgres() = default;

  std::string folder_;  // of the data and the socket
  std::unique_ptr<Child> server_;
};

}  // namespace freshet::cli
