#include "catalog/postgres_loading.h"

#include <cstdio>
#include <random>

#include "catalog/item_sql.h"
#include "catalog/postgres_items.h"
#include "catalog/postgres_schema.h"
#include "catalog/target.h"

namespace freshet::catalog {
namespace {

using postgres::Connection;
using postgres::Row;

// A participant of an earlier conversion that was stopped in the middle of a COPY would keep the
// tables locked for ever, so its connection is closed.
constexpr std::string_view kEndOthers = R"(
  SELECT pg_terminate_backend(pid) FROM (
    SELECT DISTINCT a.pid FROM pg_locks l
    JOIN pg_class c ON c.oid = l.relation JOIN pg_namespace n ON n.oid = c.relnamespace
    JOIN pg_stat_activity a ON a.pid = l.pid
    WHERE l.locktype = 'relation' AND n.nspname = 'freshet_loading'
      AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
      AND a.backend_type = 'client backend' AND a.usename = current_user
      AND a.pid <> pg_backend_pid()) AS others;
)";

std::string random_key() {
  std::random_device device;
  std::string key;
  for (int i = 0; i < 4; ++i) {
    char digits[9];
    std::snprintf(digits, sizeof digits, "%08x", device());
    key += digits;
  }
  return key;
}

std::string after_ending_others(std::string_view statements) {
  std::string all;
  all.reserve(kEndOthers.size() + statements.size());
  return all.append(kEndOthers).append(statements);
}

}  // namespace

Result<Connection> open_to_load(const std::string& dsn) {
  auto opened = Connection::open(dsn);
  // LZ4 compresses long texts in a fifth of the time. A server without LZ4 refuses the setting and
  // uses its default.
  if (opened) (void)opened->run("SET default_toast_compression = 'lz4'");
  return opened;
}

Result<PostgresLoading> PostgresLoading::open(const std::string& dsn) {
  auto opened = open_to_load(dsn);
  if (!opened) return Unexpected(opened.error());
  PostgresLoading loading(std::move(*opened));
  // The lock admits one conversion at a time. Readers do not take it and never wait.
  const Status locked = loading.server_.run(
      "SET maintenance_work_mem = '256MB'; SELECT pg_advisory_lock(hashtext('freshet'))");
  if (!locked) return Unexpected(locked.error());
  return loading;
}

Result<TargetState> PostgresLoading::begin(const WriteOptions& options) {
  options_ = options;
  if (Status begun = server_.run("BEGIN"); !begun) return Unexpected(begun.error());
  auto state = check_schema();
  if (!state) return state;
  state_ = *state;
  key_ = random_key();
  // The key has only letters and digits: no quoting needed.
  const std::string create =
      after_ending_others(
          "DROP SCHEMA IF EXISTS freshet_loading CASCADE; CREATE SCHEMA freshet_loading;"
          "SET search_path = freshet_loading;") +
      (state_.rebuild ? kPostgresTables : kPostgresStagingTables) +
      create_item_staging(options.items, !state_.rebuild) +
      "CREATE TABLE conversion(key text NOT NULL); INSERT INTO conversion VALUES('" + key_ + "');";
  if (Status created = server_.run(create); !created) return Unexpected(created.error());
  return state;
}

Status PostgresLoading::begin_publishing() {
  return server_.run(std::string("BEGIN;").append(kEndOthers));
}

Status PostgresLoading::publish(const ConversionRecord& record) {
  std::string publish = state_.rebuild ? publish_new() : merge();
  for (const auto& [key, value] : meta_of(options_, record)) {
    publish += "INSERT INTO freshet.meta VALUES(" + quoted_text(key) + ", " + quoted_text(value) +
               ") ON CONFLICT (key) DO UPDATE SET value = excluded.value;";
  }
  if (Status committed = server_.run(publish + "COMMIT"); !committed) return committed;
  // Gives the planner statistics for the first queries. If this fails, autovacuum does it later.
  if (state_.rebuild) (void)server_.run("ANALYZE freshet.pages, freshet.links");
  return Done{};
}

std::string PostgresLoading::publish_new() const {
  return kPostgresIndexes + index_items(options_.items) +
         "DROP TABLE conversion; DROP SCHEMA IF EXISTS freshet CASCADE;"
         "ALTER SCHEMA freshet_loading RENAME TO freshet;";
}

std::string PostgresLoading::merge() const {
  std::string items;
  if (state_.rebuild_items)
    items = replace_items(old_item_tables_, options_.items);
  else
    items = options_.all_items ? merge_all_items(options_.items) : merge_items(options_.items);
  return kPostgresMerge + items + "DROP SCHEMA freshet_loading CASCADE;";
}

Status PostgresLoading::drop() {
  // A transaction may have failed before.
  (void)server_.run("ROLLBACK");
  return server_.run(after_ending_others("DROP SCHEMA IF EXISTS freshet_loading CASCADE"));
}

Result<bool> PostgresLoading::is_true(const std::string& expression) {
  bool value = false;
  const Status read =
      server_.query("SELECT " + expression, [&](const Row& row) { value = row.text(0) == "t"; });
  if (!read) return Unexpected(read.error());
  return value;
}

Result<TargetState> PostgresLoading::check_schema() {
  const auto has_schema = is_true("to_regnamespace('freshet') IS NOT NULL");
  if (!has_schema) return Unexpected(has_schema.error());
  if (!*has_schema) return TargetState();
  const auto is_catalogue = is_true("to_regclass('freshet.stamps') IS NOT NULL");
  if (!is_catalogue) return Unexpected(is_catalogue.error());
  if (!*is_catalogue) {
    return fail(
        "the schema freshet of that database is not a catalogue of Freshet; name another "
        "database with --dsn");
  }
  Meta meta;
  const Status read = server_.query("SELECT key, value FROM freshet.meta", [&](const Row& row) {
    meta.emplace(row.text(0), row.text(1));
  });
  if (!read) return Unexpected(read.error());
  old_item_tables_ = item_tables_of(meta);
  return check_target(meta, options_, "that database");
}

}  // namespace freshet::catalog
