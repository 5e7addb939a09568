#pragma once

#include <memory>
#include <string>

#include "cluster/postgres_registry.h"
#include "cluster/tasks.h"

namespace freshet::cluster {

// Opens the tables of tasks, which are among those of the cluster, and makes them if they do not
// exist.
Result<std::unique_ptr<Tasks>> open_postgres_tasks(const std::string& dsn,
                                                   const std::string& schema = kDefaultSchema);

}  // namespace freshet::cluster
