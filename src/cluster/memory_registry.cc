#include "cluster/memory_registry.h"

#include <algorithm>
#include <array>
#include <map>
#include <mutex>

#include "cluster/memory_addresses.h"
#include "cluster/memory_tasks.h"
#include "cluster/messages.h"

namespace freshet::cluster {

// A connection is a number; 0: none.
struct MemoryCluster::Tables {
  Tables(const Clock& database_clock, const RegistryOptions& registry_options)
      : clock(database_clock),
        options(registry_options),
        addresses(registry_options),
        tasks(database_clock,
              {.is_alive = [this](SessionId session) { return live(session) != nullptr; },
               .participants = [this](auto& parts) { return participants(parts); },
               .notify = [this] { notify(); }}) {
    for (int i = 0; i < store::kShards; ++i) shards[i].shard = static_cast<store::ShardId>(i);
  }

  struct Agent {
    AgentRow row;
    Instant heard;
    Instant lease_until;
    double highest_rate = 0;
  };
  struct Arrived {
    Registry::Notifications notifications;
    bool is_open = true;
  };

  bool is_alive(const Agent& agent) const {
    return !agent.row.has_ended && agent.lease_until > clock.now();
  }
  Agent* live(SessionId session) {
    for (auto& [name, agent] : agents) {
      if (agent.row.session == session) return is_alive(agent) ? &agent : nullptr;
    }
    return nullptr;
  }
  Tasks::Started participants(std::vector<TaskPart>& parts) {
    Tasks::Started started{.unowned = store::ShardSet::all()};
    for (const auto& [name, agent] : agents) {
      if (!is_alive(agent)) continue;
      ++started.agents;
      TaskPart part{
          .session = agent.row.session, .agent = name, .writer = agent.row.writer, .shards = {}};
      for (const ShardRow& shard : shards) {
        if (shard.owner == part.session && shard.assigned == name) part.shards.add(shard.shard);
      }
      started.unowned.remove_all(part.shards);
      if (!part.shards.empty()) parts.push_back(std::move(part));
    }
    return started;
  }
  void free_shards(SessionId owner) {
    for (ShardRow& shard : shards) {
      if (shard.owner == owner) shard.owner = {};
    }
  }
  void notify() {
    for (auto& [number, arrived] : connections) arrived.notifications.cluster = true;
  }
  bool coordinates(uint64_t connection) {
    return coordinator_connection == connection && live(coordinator) != nullptr;
  }

  std::mutex mutex;
  const Clock& clock;
  const RegistryOptions options;
  std::map<std::string, Agent> agents;  // by name
  std::array<ShardRow, store::kShards> shards;
  MemoryAddresses addresses;
  MemoryTasks tasks;
  std::string job;
  uint64_t job_version = 0;
  std::optional<double> budget;
  SessionId coordinator;
  uint64_t coordinator_connection = 0;
  uint64_t last_session = 0;
  uint64_t last_connection = 0;
  std::map<uint64_t, Arrived> connections;
};

namespace {

using Tables = MemoryCluster::Tables;

class MemoryRegistry final : public Registry {
 public:
  explicit MemoryRegistry(std::shared_ptr<Tables> tables) : tables_(std::move(tables)) {
    const std::lock_guard lock(tables_->mutex);
    connect();
  }
  ~MemoryRegistry() override {
    const std::lock_guard lock(tables_->mutex);
    disconnect();
  }

  Result<Joined> join(const std::string& name, const std::string& host) override {
    const std::lock_guard lock(tables_->mutex);
    if (!is_open()) return Unexpected(lost());
    const Instant now = tables_->clock.now();
    auto& agent = tables_->agents[name];
    if (tables_->is_alive(agent)) {
      return Unexpected(
          name_is_taken({name, agent.row.host, now - agent.heard, agent.lease_until - now}));
    }
    if (agent.row.session != SessionId{}) tables_->free_shards(agent.row.session);
    const uint16_t writer =
        agent.row.writer != 0 ? agent.row.writer : static_cast<uint16_t>(tables_->agents.size());
    agent = {.row = {.name = name,
                     .writer = writer,
                     .session = {++tables_->last_session},
                     .host = host,
                     .joined = now},
             .heard = now,
             .lease_until = now + tables_->options.lease};
    tables_->notify();
    return Joined{agent.row.session, writer, tables_->options.lease, now};
  }

  Result<Orders> heartbeat(SessionId session, const AgentReport& report) override {
    const std::lock_guard lock(tables_->mutex);
    const auto agent = enter(session);
    if (!agent) return Unexpected(agent.error());
    AgentRow& row = (*agent)->row;
    row.report = report;
    ++row.heartbeats;
    (*agent)->heard = tables_->clock.now();
    (*agent)->lease_until = tables_->clock.now() + tables_->options.lease;
    (*agent)->highest_rate = std::max(report.rate, row.granted_rate);
    Orders orders{.granted_rate = row.granted_rate,
                  .job_version = tables_->job_version,
                  .server_time = tables_->clock.now()};
    if (const Task* task = tables_->tasks.settle()) {
      for (const TaskPart& part : task->parts) {
        if (part.session != session) continue;
        orders.task = task->id;
        orders.task_step = task->step;
      }
    }
    for (const ShardRow& shard : tables_->shards) {
      if (shard.owner == session) orders.owned.add(shard.shard);
      if (shard.assigned != row.name) continue;
      orders.assigned.add(shard.shard);
      if (is_free_for(session, shard)) orders.free.add(shard.shard);
    }
    return orders;
  }

  Result<store::ShardSet> own(SessionId session, const store::ShardSet& shards) override {
    const std::lock_guard lock(tables_->mutex);
    const auto agent = enter(session);
    if (!agent) return Unexpected(agent.error());
    store::ShardSet owned;
    for (ShardRow& shard : tables_->shards) {
      if (!shards.contains(shard.shard) || shard.assigned != (*agent)->row.name ||
          !is_free_for(session, shard)) {
        continue;
      }
      if (shard.owner != session) ++shard.moves;
      shard.owner = session;
      owned.add(shard.shard);
    }
    return owned;
  }

  Status release(SessionId session, const store::ShardSet& shards) override {
    const std::lock_guard lock(tables_->mutex);
    if (const auto agent = enter(session); !agent) return Unexpected(agent.error());
    for (ShardRow& shard : tables_->shards) {
      if (shards.contains(shard.shard) && shard.owner == session) shard.owner = {};
    }
    tables_->notify();
    return Done{};
  }

  Status leave(SessionId session) override {
    const std::lock_guard lock(tables_->mutex);
    const auto agent = enter(session);
    if (!agent) return Unexpected(agent.error());
    (*agent)->row.has_ended = true;
    tables_->free_shards(session);
    tables_->addresses.free_all(session, tables_->clock.now());
    if (tables_->coordinator == session) tables_->coordinator_connection = 0;
    tables_->notify();
    return Done{};
  }

  Result<bool> try_to_coordinate(SessionId session) override {
    const std::lock_guard lock(tables_->mutex);
    if (const auto agent = enter(session); !agent) return Unexpected(agent.error());
    if (tables_->coordinator_connection != connection_ && tables_->coordinator_connection != 0 &&
        tables_->live(tables_->coordinator) != nullptr) {
      return false;
    }
    tables_->coordinator_connection = connection_;
    tables_->coordinator = session;
    return true;
  }

  Result<ClusterView> view() override {
    const std::lock_guard lock(tables_->mutex);
    if (!is_open()) return Unexpected(lost());
    const Instant now = tables_->clock.now();
    ClusterView view{.job_version = tables_->job_version,
                     .budget = tables_->budget,
                     .has_task = tables_->tasks.settle() != nullptr,
                     .server_time = now};
    for (const auto& [name, agent] : tables_->agents) {
      AgentRow& row = view.agents.emplace_back(agent.row);
      row.silent = now - agent.heard;
      row.is_alive = tables_->is_alive(agent);
      row.highest_rate = row.is_alive ? std::max(agent.highest_rate, row.granted_rate) : 0;
      if (tables_->coordinator_connection != 0 && row.session == tables_->coordinator &&
          row.is_alive) {
        view.coordinator = name;
      }
    }
    view.shards.assign(tables_->shards.begin(), tables_->shards.end());
    return view;
  }

  Status carry_out(const Plan& plan) override {
    const std::lock_guard lock(tables_->mutex);
    if (!is_open()) return Unexpected(lost());
    if (!tables_->coordinates(connection_)) return Unexpected(does_not_coordinate());
    for (const SessionId session : plan.expired) {
      if (tables_->live(session) != nullptr) continue;
      tables_->free_shards(session);
      for (auto& [name, agent] : tables_->agents) {
        if (agent.row.session == session) agent.row.has_ended = true;
      }
    }
    if (tables_->tasks.settle() == nullptr) {
      for (const auto& entry : plan.assignments) {
        tables_->shards[entry.shard].assigned = entry.agent;
      }
    }
    for (const auto& grant : plan.grants) {
      if (auto* agent = tables_->live(grant.session)) agent->row.granted_rate = grant.rate;
    }
    tables_->notify();
    return Done{};
  }

  Result<std::vector<AddressGrant>> lease_addresses(SessionId session,
                                                    std::span<const AddressWant> wants) override {
    const std::lock_guard lock(tables_->mutex);
    const auto agent = enter(session);
    if (!agent) return Unexpected(agent.error());
    return tables_->addresses.lease(session, (*agent)->lease_until, wants, tables_->clock.now());
  }

  Result<std::string> job() override {
    const std::lock_guard lock(tables_->mutex);
    if (!is_open()) return Unexpected(lost());
    return tables_->job;
  }

  Status set_job(const std::string& job, std::optional<double> budget) override {
    const std::lock_guard lock(tables_->mutex);
    if (!is_open()) return Unexpected(lost());
    tables_->job = job;
    tables_->budget = budget;
    ++tables_->job_version;
    tables_->notify();
    return Done{};
  }

  Notifications take_notifications() override {
    const std::lock_guard lock(tables_->mutex);
    return std::exchange(tables_->connections[connection_].notifications, {});
  }
  int descriptor() const override { return -1; }

 private:
  void connect() {
    connection_ = ++tables_->last_connection;
    tables_->connections[connection_] = {};
  }
  void disconnect() {
    tables_->connections.erase(connection_);
    if (tables_->coordinator_connection == connection_) tables_->coordinator_connection = 0;
  }
  // False once after the connection was lost; it is a new one then.
  bool is_open() {
    if (tables_->connections[connection_].is_open) return true;
    disconnect();
    connect();
    return false;
  }
  static Error lost() {
    return {"the connection to the cluster's tables was lost", ErrorKind::kUnavailable};
  }

  Result<Tables::Agent*> enter(SessionId session) {
    if (!is_open()) return Unexpected(lost());
    if (Tables::Agent* agent = tables_->live(session)) return agent;
    return Unexpected(session_has_ended(session));
  }
  bool is_free_for(SessionId session, const ShardRow& shard) {
    return shard.owner == session || tables_->live(shard.owner) == nullptr;
  }

  const std::shared_ptr<Tables> tables_;
  uint64_t connection_ = 0;
};

}  // namespace

MemoryCluster::MemoryCluster(const Clock& clock, const RegistryOptions& options)
    : tables_(std::make_shared<Tables>(clock, options)) {}

std::unique_ptr<Registry> MemoryCluster::connect() {
  return std::make_unique<MemoryRegistry>(tables_);
}

std::unique_ptr<Tasks> MemoryCluster::connect_tasks() {
  return connect_to(std::shared_ptr<MemoryTasks>(tables_, &tables_->tasks), tables_->mutex);
}

void MemoryCluster::drop_connections() {
  const std::lock_guard lock(tables_->mutex);
  for (auto& [number, arrived] : tables_->connections) arrived = {.is_open = false};
  tables_->coordinator_connection = 0;
}

void MemoryCluster::announce_discoveries(const store::ShardSet& shards) {
  const std::lock_guard lock(tables_->mutex);
  for (auto& [number, arrived] : tables_->connections) {
    arrived.notifications.inbox.add_all(shards);
  }
}

}  // namespace freshet::cluster
