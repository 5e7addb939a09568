#include "cluster/postgres_schema.h"

#include <algorithm>
#include <array>

namespace freshet::cluster {

const char* const kClusterTables = R"sql(
CREATE SEQUENCE cluster_session;

CREATE TABLE agent (
  name text PRIMARY KEY,
  writer integer NOT NULL UNIQUE,
  session bigint NOT NULL UNIQUE,
  host text NOT NULL,
  joined timestamptz NOT NULL,
  heard timestamptz NOT NULL,
  lease interval NOT NULL,
  lease_until timestamptz NOT NULL,
  has_ended boolean NOT NULL DEFAULT false,
  last_call bigint NOT NULL DEFAULT 0,
  heartbeats bigint NOT NULL DEFAULT 0,
  granted_rate float8 NOT NULL DEFAULT 0,
  highest_rate float8 NOT NULL DEFAULT 0,
  held smallint[] NOT NULL DEFAULT '{}',
  pages bigint NOT NULL DEFAULT 0,
  requests bigint NOT NULL DEFAULT 0,
  is_idle boolean NOT NULL DEFAULT false,
  activity bigint NOT NULL DEFAULT 0,
  price float8 NOT NULL DEFAULT 0,
  rate float8 NOT NULL DEFAULT 0,
  used float8 NOT NULL DEFAULT 0,
  details text NOT NULL DEFAULT ''
) WITH (fillfactor = 50);

CREATE TABLE assignment (
  shard smallint PRIMARY KEY,
  agent text NOT NULL DEFAULT '',
  owner bigint NOT NULL DEFAULT 0,
  moves bigint NOT NULL DEFAULT 0
);
INSERT INTO assignment (shard) SELECT generate_series(0, 255);

CREATE TABLE job (
  is_row boolean PRIMARY KEY DEFAULT true CHECK (is_row),
  job text NOT NULL DEFAULT '',
  version bigint NOT NULL DEFAULT 0,
  budget float8,
  coordinator bigint NOT NULL DEFAULT 0,
  tidied timestamptz NOT NULL DEFAULT clock_timestamp()
);
INSERT INTO job DEFAULT VALUES;

CREATE TABLE address_lease (
  address bigint PRIMARY KEY,
  holder bigint NOT NULL DEFAULT 0,
  since timestamptz NOT NULL DEFAULT '-infinity',
  until timestamptz NOT NULL DEFAULT '-infinity',
  pause interval NOT NULL DEFAULT '0',
  next_allowed timestamptz NOT NULL DEFAULT '-infinity',
  is_shared boolean NOT NULL DEFAULT false
);

CREATE SEQUENCE address_want_place;
CREATE TABLE address_want (
  address bigint,
  session bigint,
  place bigint NOT NULL DEFAULT nextval('address_want_place'),
  asked timestamptz NOT NULL,
  sites bigint NOT NULL,
  PRIMARY KEY (address, session)
);
)sql";

namespace {

// What leads from each version to the next.
std::string step(int version) {
  const std::array steps = {std::string(kClusterTables) + kClusterFunctions + kAddressFunctions,
                            std::string(kTaskTables) + kTaskFunctions};
  static_assert(steps.size() == kClusterSchemaVersion);
  return steps[static_cast<size_t>(version)];
}

// Returns 0 if there are no tables.
Result<int> version_of(postgres::Connection& connection, const std::string& schema) {
  // Reads the catalogue as a table: functions such as to_regclass() may answer from a cache that is
  // older than the lock.
  int exists = 0;
  const Status looked = connection.query(
      "SELECT 1 FROM pg_catalog.pg_class JOIN pg_catalog.pg_namespace AS n ON n.oid = relnamespace"
      " WHERE nspname = $1 AND relname = 'cluster_version'",
      {schema}, [&](const postgres::Row&) { exists = 1; });
  if (!looked) return Unexpected(looked.error());
  if (exists == 0) return 0;
  int version = 0;
  const Status read = connection.query(
      "SELECT version FROM " + schema + ".cluster_version",
      [&](const postgres::Row& row) { version = static_cast<int>(row.integer(0)); });
  if (!read) return Unexpected(read.error());
  return version;
}

Status migrate(postgres::Connection& connection, const std::string& schema) {
  const Result<int> version = version_of(connection, schema);
  if (!version) return Unexpected(version.error());
  if (*version >= kClusterSchemaVersion) return Done{};
  std::string script;
  if (*version == 0) {
    script = "CREATE SCHEMA IF NOT EXISTS " + schema + "; CREATE TABLE " + schema +
             ".cluster_version (version integer NOT NULL); INSERT INTO " + schema +
             ".cluster_version VALUES (0);";
  }
  script += "SET LOCAL search_path TO " + schema + ", pg_catalog;";
  for (int from = *version; from < kClusterSchemaVersion; ++from) script += step(from);
  script += "UPDATE cluster_version SET version = " + std::to_string(kClusterSchemaVersion);
  return connection.run(script);
}

// The lock is that of the store, which makes the schema, too.
Status migrate_under_lock(postgres::Connection& connection, const std::string& schema) {
  const std::string lock =
      "SELECT pg_advisory_xact_lock(hashtext('freshet schema'), hashtext('" + schema + "'))";
  if (Status begun = connection.run("BEGIN; " + lock); !begun) return begun;
  Status migrated = migrate(connection, schema);
  if (migrated) return connection.run("COMMIT");
  (void)connection.run("ROLLBACK");
  return migrated;
}

// A conversion deletes the schemas of catalogues.
bool can_have_cluster(const std::string& schema) {
  constexpr size_t kMaxName = 63;
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || c == '_'; };
  const auto is_allowed = [&](char c) { return is_letter(c) || (c >= '0' && c <= '9'); };
  return !schema.empty() && schema.size() <= kMaxName && is_letter(schema.front()) &&
         std::all_of(schema.begin(), schema.end(), is_allowed) && !schema.starts_with("pg_") &&
         schema != "freshet" && schema != "freshet_loading";
}

}  // namespace

Status enter_cluster_schema(postgres::Connection& connection, const std::string& schema) {
  if (!can_have_cluster(schema)) {
    return fail("the schema '" + schema +
                "' cannot have a cluster: use the schema of a collection");
  }
  Result<int> version = version_of(connection, schema);
  if (version && *version < kClusterSchemaVersion) {
    if (Status migrated = migrate_under_lock(connection, schema); !migrated) return migrated;
  }
  if (!version) return Unexpected(version.error());
  if (*version > kClusterSchemaVersion) {
    return fail("the cluster's tables in the schema '" + schema +
                "' were made by a newer version of Freshet (" + std::to_string(*version) +
                "); use that version on all machines");
  }
  return connection.run("SET search_path TO " + schema + ", pg_catalog");
}

}  // namespace freshet::cluster
