#pragma once

#include <memory>
#include <string>

#include "cluster/registry.h"

namespace freshet::cluster {

// The schema that open_postgres_store() uses unless it is told otherwise.
inline constexpr const char* kDefaultSchema = "freshet_state";

// Opens the tables of a cluster in a PostgreSQL server, and makes them if they do not exist. `dsn`
// is any connection string of libpq; it must lead to the server itself, since a pool of connections
// that are shared by transactions cannot hold locks or listen. `schema`: that of the collection.
Result<std::unique_ptr<Registry>> open_postgres_registry(const std::string& dsn,
                                                         const std::string& schema = kDefaultSchema,
                                                         const RegistryOptions& options = {});

}  // namespace freshet::cluster
