#include "cli/cluster_client.h"

#include <algorithm>
#include <map>

#include "cli/module_options.h"
#include "cluster/job.h"
#include "cluster/job_control.h"
#include "cluster/postgres_registry.h"
#include "json/read.h"
#include "json/write.h"
#include "store/postgres_store.h"

namespace freshet::cli {

Result<std::unique_ptr<ClusterClient>> ClusterClient::connect(const Invocation& invocation) {
  auto options = collection_options(invocation.settings.values, invocation.data_folder);
  if (!options) return Unexpected(options.error());
  // Not inside make_unique, since the constructor is private.
  std::unique_ptr<ClusterClient> client(new ClusterClient);
  client->dsn_ = invocation.store;
  client->canonical_ = canonical_rules(invocation.settings.values);
  auto store = store::open_postgres_store(invocation.store, {.create = false, .read_only = true});
  if (!store) return Unexpected(store.error());
  auto registry = cluster::open_postgres_registry(invocation.store);
  if (!registry) return Unexpected(registry.error());
  client->registry_ = *std::move(registry);
  auto opened = collection::Collection::open_shared(*options, *std::move(store), client->clock_);
  if (!opened) return Unexpected(opened.error());
  client->collection_ = *std::move(opened);
  return client;
}

Result<collection::Answer> ClusterClient::query(const collection::Command& command) {
  auto answer = collection_->perform(command);
  auto* report = answer ? std::get_if<collection::StatusReport>(&*answer) : nullptr;
  auto* aliases = answer ? std::get_if<collection::AliasesReport>(&*answer) : nullptr;
  auto* cycle = answer ? std::get_if<collection::CycleReport>(&*answer) : nullptr;
  if (report == nullptr && aliases == nullptr && cycle == nullptr) return answer;
  const auto text = registry_->job();
  if (!text) return Unexpected(text.error());
  const auto job = cluster::Job::decode(*text);
  if (!job) return Unexpected(job.error());
  if (aliases != nullptr) {
    aliases->excluded = job->run_control.not_aliases;
    return answer;
  }
  const bool is_running = job->kind != cluster::Job::Kind::kNone;
  (report != nullptr ? report->running : cycle->running) = is_running;
  return answer;
}

Result<collection::Answer> ClusterClient::control(const collection::Command& command) {
  auto store = open_cluster_store(dsn_);
  if (!store) return Unexpected(store.error());
  return cluster::control(*registry_, **store, canonical_, command);
}

Result<std::vector<cluster::AgentRow>> agents_of(const std::string& dsn) {
  const auto registry = cluster::open_postgres_registry(dsn);
  if (!registry) return Unexpected(registry.error());
  auto view = (*registry)->view();
  if (!view) return Unexpected(view.error());
  return std::move(view->agents);
}

Result<std::unique_ptr<store::Store>> open_cluster_store(const std::string& dsn) {
  return store::open_postgres_store(dsn, {.create = false});
}

Result<bool> has_live_agents(const std::string& dsn) {
  const auto agents = agents_of(dsn);
  if (!agents) return Unexpected(agents.error());
  return std::any_of(agents->begin(), agents->end(),
                     [](const auto& agent) { return agent.is_alive; });
}

Result<std::unique_ptr<store::Store>> open_cluster_to_rank(const std::string& dsn) {
  const auto working = has_live_agents(dsn);
  if (!working) return Unexpected(working.error());
  if (*working) return fail("an agent has joined the cluster meanwhile: rank again");
  return store::open_postgres_store(dsn, {.create = false, .take = store::ShardSet::all()});
}

namespace {

std::string_view state_of(const cluster::AgentRow& agent) {
  if (!agent.is_alive) return agent.has_ended ? "left" : "lost";
  return agent.report.is_idle ? "idle" : "working";
}

void write_details(const std::string& details, json::Writer& w) {
  json::Reader reader;
  const auto read = reader.read(details);
  if (!read) return;
  for (const char* name : {"queued", "in_flight", "errors", "known"}) {
    if (const auto number = (*read)[name].integer()) w.member(name, *number);
  }
  if (const auto time = (*read)["commit_seconds"].number()) w.member("commit_seconds", *time);
  if (const auto stalled = (*read)["stalled"].boolean()) w.member("stalled", *stalled);
}

}  // namespace

Result<InboxLag> ClusterClient::inbox_lag() {
  const auto store = open_cluster_store(dsn_);
  if (!store) return Unexpected(store.error());
  InboxLag lag;
  for (int shard = 0; shard < store::kShards; ++shard) {
    const auto found =
        (*store)->pending_discoveries(static_cast<store::ShardId>(shard), 1, std::nullopt);
    if (!found) return Unexpected(found.error());
    if (found->empty()) continue;
    ++lag.shards;
    lag.oldest = std::max(lag.oldest, clock_.now() - found->front().found_at);
  }
  return lag;
}

void add_cluster(const cluster::ClusterView& view, const InboxLag& lag, std::string& status) {
  std::map<cluster::SessionId, std::string> owners;
  std::map<std::string, uint64_t> held;
  for (const cluster::AgentRow& agent : view.agents) owners[agent.session] = agent.name;
  const auto owner_of = [&](const cluster::ShardRow& shard) {
    const auto owner = owners.find(shard.owner);
    return owner == owners.end() ? std::string() : owner->second;
  };
  for (const cluster::ShardRow& shard : view.shards) ++held[owner_of(shard)];

  while (!status.empty() && status.back() != '}') status.pop_back();
  if (!status.empty()) status.pop_back();
  std::string members;
  json::Writer w(members);
  w.begin_object().key("agents").begin_array();
  for (const cluster::AgentRow& agent : view.agents) {
    w.begin_object().member("name", agent.name).member("state", state_of(agent));
    w.member("coordinator", agent.is_alive && agent.name == view.coordinator);
    w.member("host", agent.host).member("shards", agent.is_alive ? held[agent.name] : 0);
    w.member("pages", agent.report.pages).member("requests", agent.report.requests);
    w.member("requests_per_second", agent.report.used);
    if (view.budget) w.member("granted_requests_per_second", agent.granted_rate);
    w.member("seconds_since_heartbeat", agent.silent.in_seconds());
    write_details(agent.report.details, w);
    w.end_object();
  }
  w.end_array().key("shards").begin_array();
  for (const cluster::ShardRow& shard : view.shards) {
    w.begin_object().member("shard", int64_t{shard.shard}).member("agent", owner_of(shard));
    w.member("moves", shard.moves).end_object();
  }
  w.end_array().key("inbox").begin_object().member("shards", lag.shards);
  w.member("oldest_seconds", lag.oldest.in_seconds()).end_object().end_object();
  status += "," + members.substr(1);
}

}  // namespace freshet::cli
