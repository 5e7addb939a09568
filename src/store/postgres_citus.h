#pragma once

#include "postgres/connection.h"
#include "result/result.h"
#include "store/postgres_rows.h"

namespace freshet::store {

// Citus is an extension of PostgreSQL that divides tables among several servers. Only these
// functions and Routing know of it.

// If the database has the extension, distributes those tables of the schema in search_path that
// begin with a shard and are not distributed yet, so that all rows of a shard are on one server.
// The others stay on the coordinator, to which all programs connect. To be called in the
// transaction that made the tables.
Status distribute_tables(postgres::Connection& connection);

// Returns how statements must find rows of the tables of the schema in search_path.
Result<Routing> routing_of(postgres::Connection& connection);

}  // namespace freshet::store
