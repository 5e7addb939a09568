#pragma once

#include <string>

#include "postgres/connection.h"
#include "result/result.h"

namespace freshet::cluster {

// The tables and functions of the registry in PostgreSQL. docs/formats/cluster.md describes them.
//
// Every call is one function, so that a process which is stopped in the middle of a call holds no
// lock. The functions lock in this order: cluster_key(0), shared by heartbeats and exclusive for
// changes of membership and owners; rows; cluster_key(2) for address leases. A statement of a
// function sees what was committed before the lock was granted. cluster_key(1) is held by the
// connection that coordinates.
inline constexpr int kClusterSchemaVersion = 2;

extern const char* const kClusterTables;
extern const char* const kClusterFunctions;
extern const char* const kAddressFunctions;
extern const char* const kTaskTables;
extern const char* const kTaskFunctions;

// Ensures that the schema exists and has these tables, and makes it the search path of the
// connection. Several programs may do this at once. It is an error if a newer version of the
// program made the tables.
Status enter_cluster_schema(postgres::Connection& connection, const std::string& schema);

}  // namespace freshet::cluster
