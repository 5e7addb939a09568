#pragma once

#include <string>

#include "postgres/connection.h"
#include "result/result.h"

namespace freshet::store {

// The version of the tables that this program reads and writes.
inline constexpr int kPostgresSchemaVersion = 2;

// Returns an error if a collection cannot have this name: it must be an identifier that needs no
// quotes, and not one of the schemas into which collections are converted, which a conversion may
// delete.
Status check_schema_name(const std::string& schema);

enum class SchemaAccess : uint8_t { kCreate, kMigrate, kRead };

// Ensures that the schema has the tables of the present version. kCreate makes them if the schema
// does not exist, kMigrate changes those of an older version, kRead changes nothing. Each step is a
// transaction under a lock, so that several programs may do this at once. It is an error if a newer
// version of the program made the tables.
Status prepare_schema(postgres::Connection& connection, const std::string& schema,
                      SchemaAccess access);

}  // namespace freshet::store
