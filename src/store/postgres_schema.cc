#include "store/postgres_schema.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>

#include "store/postgres_citus.h"

namespace freshet::store {
namespace {

// The step to each version from the one before. A step never changes after a release.
//
// Blocks of rows that are updated with every visit are filled in part, so that the new row fits
// beside the old one and no index need change (HOT updates). These tables, and the queue of
// discoveries, are vacuumed before a fifth of a large table is dead, which is the default. Links
// are ids, which do not compress.
constexpr std::array kSteps = {R"(
  CREATE TABLE page(
    shard smallint NOT NULL, site bigint NOT NULL, page bigint NOT NULL,
    next_visit bigint, state bytea NOT NULL,
    PRIMARY KEY (shard, site, page)) WITH (fillfactor = 75, autovacuum_vacuum_scale_factor = 0.05);
  CREATE INDEX page_due ON page(shard, site, next_visit, page) WHERE next_visit IS NOT NULL;
  CREATE TABLE page_version(
    shard smallint NOT NULL, site bigint NOT NULL, page bigint NOT NULL, version bytea NOT NULL,
    PRIMARY KEY (shard, site, page)) WITH (fillfactor = 75, autovacuum_vacuum_scale_factor = 0.05);
  CREATE TABLE page_links(
    shard smallint NOT NULL, site bigint NOT NULL, page bigint NOT NULL, links bytea NOT NULL,
    PRIMARY KEY (shard, site, page)) WITH (fillfactor = 75, autovacuum_vacuum_scale_factor = 0.05);
  ALTER TABLE page_links ALTER links SET STORAGE external;
  CREATE TABLE site(
    shard smallint NOT NULL, site bigint NOT NULL, state bytea NOT NULL, robots bytea NOT NULL,
    PRIMARY KEY (shard, site)) WITH (fillfactor = 50);
  CREATE TABLE unadmitted(
    shard smallint NOT NULL, site bigint NOT NULL, page bigint NOT NULL,
    preference integer NOT NULL, found bytea NOT NULL,
    PRIMARY KEY (shard, site, page));
  CREATE TABLE discovery(
    shard smallint NOT NULL, found_at bigint NOT NULL, site bigint NOT NULL, page bigint NOT NULL,
    found bytea NOT NULL,
    PRIMARY KEY (shard, found_at, site, page)) WITH (autovacuum_vacuum_scale_factor = 0.01);
  CREATE TABLE change(
    shard smallint NOT NULL, changed_at bigint NOT NULL, site bigint NOT NULL,
    page bigint NOT NULL, change bytea NOT NULL,
    PRIMARY KEY (shard, changed_at, site, page));
  CREATE TABLE listed_date(
    shard smallint NOT NULL, site bigint NOT NULL, page bigint NOT NULL, listed bigint NOT NULL,
    PRIMARY KEY (shard, site, page));
  CREATE TABLE content(
    shard smallint NOT NULL, digest bytea NOT NULL, site bigint NOT NULL, page bigint NOT NULL,
    original bytea NOT NULL,
    PRIMARY KEY (shard, digest));
  CREATE TABLE id(
    kind smallint NOT NULL, name bytea NOT NULL, id bigint NOT NULL, PRIMARY KEY (kind, name));
  CREATE TABLE fact(name bytea PRIMARY KEY, value bytea NOT NULL);
  CREATE TABLE shard(shard smallint PRIMARY KEY, epoch bigint NOT NULL);
  CREATE UNLOGGED TABLE incarnation(one boolean PRIMARY KEY, number bigint NOT NULL);
  INSERT INTO shard SELECT number, 0 FROM generate_series(0, 255) AS number;
)",
                               R"(
  CREATE TABLE item(
    shard smallint NOT NULL, site bigint NOT NULL, page bigint NOT NULL, item bytea NOT NULL,
    PRIMARY KEY (shard, site, page)) WITH (fillfactor = 75, autovacuum_vacuum_scale_factor = 0.05);
)"};
static_assert(kSteps.size() == kPostgresSchemaVersion);

constexpr size_t kMaxName = 63;

// Two transactions that prepare one schema wait for each other.
std::string lock_of(const std::string& schema) {
  return "SELECT pg_advisory_xact_lock(hashtext('freshet schema'), hashtext('" + schema + "'))";
}

// Returns 0 if the tables do not exist.
Result<int> version_of(postgres::Connection& connection, const std::string& schema) {
  // Reads the catalogue as a table: functions such as to_regclass() may answer from a cache that is
  // older than the lock.
  bool exists = false;
  const Status looked = connection.query(
      "SELECT 1 FROM pg_catalog.pg_class JOIN pg_catalog.pg_namespace AS n ON n.oid = relnamespace"
      " WHERE nspname = $1 AND relname = 'schema_version'",
      {schema}, [&](const postgres::Row&) { exists = true; });
  if (!looked) return Unexpected(looked.error());
  if (!exists) return 0;
  int version = 0;
  const Status read = connection.query(
      "SELECT version FROM " + schema + ".schema_version",
      [&](const postgres::Row& row) { version = static_cast<int>(row.integer(0)); });
  if (!read) return Unexpected(read.error());
  return version;
}

// search_path must lead to the schema.
Status migrate(postgres::Connection& connection, int version) {
  for (; version < kPostgresSchemaVersion; ++version) {
    const auto step = static_cast<size_t>(version);
    if (Status changed = connection.run(kSteps[step]); !changed) return changed;
  }
  return connection.run("TRUNCATE schema_version; INSERT INTO schema_version VALUES (" +
                        std::to_string(kPostgresSchemaVersion) + ")");
}

Status create_or_migrate(postgres::Connection& connection, const std::string& schema) {
  auto version = version_of(connection, schema);
  if (!version || *version >= kPostgresSchemaVersion) {
    return version ? Status(Done()) : Unexpected(version.error());
  }
  const std::string create = *version > 0
                                 ? ""
                                 : "CREATE SCHEMA IF NOT EXISTS " + schema + "; CREATE TABLE " +
                                       schema + ".schema_version(version integer NOT NULL);";
  const std::string enter = "SET LOCAL search_path TO " + schema + ";";
  if (Status entered = connection.run(create + enter); !entered) return entered;
  if (Status changed = migrate(connection, *version); !changed) return changed;
  return distribute_tables(connection);
}

Status change_under_lock(postgres::Connection& connection, const std::string& schema) {
  if (Status begun = connection.run("BEGIN; " + lock_of(schema)); !begun) return begun;
  Status changed = create_or_migrate(connection, schema);
  if (changed) return connection.run("COMMIT");
  (void)connection.run("ROLLBACK");
  return changed;
}

}  // namespace

Status check_schema_name(const std::string& schema) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || c == '_'; };
  const auto is_allowed = [&](char c) { return is_letter(c) || (c >= '0' && c <= '9'); };
  const bool is_name = !schema.empty() && schema.size() <= kMaxName && is_letter(schema.front()) &&
                       std::all_of(schema.begin(), schema.end(), is_allowed);
  if (!is_name) {
    return fail("the schema '" + schema +
                "' cannot have a collection: use lower-case letters, digits and underscores");
  }
  if (schema == "freshet" || schema == "freshet_loading" || schema.starts_with("pg_")) {
    return fail("the schema '" + schema + "' is not for collections: use another name");
  }
  return Done();
}

Status prepare_schema(postgres::Connection& connection, const std::string& schema,
                      SchemaAccess access) {
  auto version = version_of(connection, schema);
  if (!version) return Unexpected(version.error());
  const std::string where = "the state in schema " + schema;
  if (*version > kPostgresSchemaVersion) {
    return fail(where + " was written by a newer version of Freshet (format " +
                std::to_string(*version) + ", this one reads up to " +
                std::to_string(kPostgresSchemaVersion) + "): use that version");
  }
  if (*version == kPostgresSchemaVersion) return Done();
  if (*version == 0 && access != SchemaAccess::kCreate) {
    return fail("there is no collection in schema " + schema + " of this database");
  }
  if (access == SchemaAccess::kRead) {
    return fail(where + " has format " + std::to_string(*version) +
                " of an older version of Freshet: open it to write once, which migrates it");
  }
  Status changed = change_under_lock(connection, schema);
  if (changed) return changed;
  return Unexpected(std::move(changed.error()).within("creating " + where));
}

}  // namespace freshet::store
