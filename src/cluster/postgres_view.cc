#include "cluster/postgres_view.h"

#include "cluster/postgres_values.h"

namespace freshet::cluster {
namespace {

using postgres::Row;

AgentRow read_agent(const Row& row) {
  AgentRow agent{.name = text(row, 0),
                 .writer = static_cast<uint16_t>(row.integer(1)),
                 .session = {number(row, 2)},
                 .host = text(row, 3),
                 .joined = instant(row, 4),
                 .silent = duration(row, 5),
                 .heartbeats = number(row, 6),
                 .is_alive = boolean(row, 7),
                 .has_ended = boolean(row, 8),
                 .granted_rate = row.real(9),
                 .highest_rate = row.real(10)};
  agent.report = {.held = shards_in(row.text(11)),
                  .pages = number(row, 12),
                  .requests = number(row, 13),
                  .is_idle = boolean(row, 14),
                  .activity = number(row, 15),
                  .price = row.real(16),
                  .rate = row.real(17),
                  .used = row.real(18),
                  .details = text(row, 19)};
  return agent;
}

constexpr const char* kSelectAgents =
    "SELECT name, writer, session, host, cluster_microseconds(joined),"
    " cluster_microseconds(clock_timestamp()) - cluster_microseconds(heard), heartbeats, is_alive,"
    " has_ended, granted_rate,"
    " CASE WHEN is_alive THEN greatest(highest_rate, granted_rate) ELSE 0 END,"
    " held, pages, requests, is_idle, activity, price, rate, used, details "
    "FROM agent CROSS JOIN LATERAL"
    " (SELECT NOT has_ended AND lease_until > clock_timestamp() AS is_alive) AS alive "
    "ORDER BY name COLLATE \"C\"";
constexpr const char* kSelectCluster =
    "SELECT version, budget, cluster_microseconds(clock_timestamp()),"
    " (SELECT name FROM agent WHERE session = coordinator AND cluster_is_alive(coordinator)"
    "  AND cluster_coordinator() IS NOT NULL),"
    " EXISTS (SELECT FROM task t WHERE state = 'running' AND driver_until > clock_timestamp()"
    "  AND NOT EXISTS (SELECT FROM task_part p WHERE p.task = t.id"
    "                  AND NOT cluster_is_alive(p.session))) FROM job";
constexpr const char* kSelectShards =
    "SELECT shard, agent, owner, moves FROM assignment ORDER BY shard";

ShardRow read_shard(const Row& row) {
  return {.shard = static_cast<store::ShardId>(row.integer(0)),
          .assigned = text(row, 1),
          .owner = {number(row, 2)},
          .moves = number(row, 3)};
}

}  // namespace

Result<ClusterView> read_cluster_view(postgres::Connection& connection) {
  ClusterView view;
  Status done = connection.run("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
  const auto query = [&](const char* sql, const postgres::Connection::RowCallback& callback) {
    if (done) done = connection.query(sql, callback);
  };
  query(kSelectAgents, [&](const Row& row) { view.agents.push_back(read_agent(row)); });
  query(kSelectShards, [&](const Row& row) { view.shards.push_back(read_shard(row)); });
  query(kSelectCluster, [&](const Row& row) {
    view.job_version = number(row, 0);
    if (!row.is_null(1)) view.budget = row.real(1);
    view.server_time = instant(row, 2);
    view.coordinator = text(row, 3);
    view.has_task = boolean(row, 4);
  });
  if (done) done = connection.run("COMMIT");
  if (!done) return Unexpected(done.error());
  return view;
}

}  // namespace freshet::cluster
