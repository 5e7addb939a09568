#include "store/postgres_citus.h"

#include <array>

namespace freshet::store {
namespace {

// The first one determines the placement of the others.
constexpr std::array kDistributed = {"page",       "page_version", "page_links", "site",
                                     "unadmitted", "discovery",    "change",     "listed_date",
                                     "content",    "item"};

Result<bool> is_true(postgres::Connection& connection, const std::string& sql) {
  bool answer = false;
  const Status read =
      connection.query(sql, [&](const postgres::Row& row) { answer = row.text(0) == "t"; });
  if (!read) return Unexpected(read.error());
  return answer;
}

Result<bool> has_citus(postgres::Connection& connection) {
  return is_true(connection, "SELECT count(*) > 0 FROM pg_extension WHERE extname = 'citus'");
}

}  // namespace

Status distribute_tables(postgres::Connection& connection) {
  const Result<bool> installed = has_citus(connection);
  if (!installed) return Unexpected(installed.error());
  if (!*installed) return Done();
  // A transaction may change the tables of one server over one connection only.
  Status status = connection.run("SET LOCAL citus.multi_shard_modify_mode TO 'sequential'");
  for (size_t i = 0; status && i < kDistributed.size(); ++i) {
    const std::string table = "'" + std::string(kDistributed[i]) + "'";
    std::string sql = "SELECT create_distributed_table(" + table + ", 'shard', colocate_with => '";
    sql.append(i == 0 ? "none" : kDistributed[0]).append("') WHERE NOT EXISTS (SELECT 1 FROM ");
    sql.append("pg_dist_partition WHERE logicalrelid = ").append(table).append("::regclass)");
    status = connection.run(sql);
  }
  return status;
}

Result<Routing> routing_of(postgres::Connection& connection) {
  const Result<bool> installed = has_citus(connection);
  if (!installed) return Unexpected(installed.error());
  if (!*installed) return Routing::kAnyShards;
  const Result<bool> distributed =
      is_true(connection,
              "SELECT count(*) > 0 FROM pg_dist_partition WHERE logicalrelid = 'page'::regclass");
  if (!distributed) return Unexpected(distributed.error());
  return *distributed ? Routing::kOneShard : Routing::kAnyShards;
}

}  // namespace freshet::store
