#include "cluster/postgres_registry.h"

#include <utility>

#include "cluster/messages.h"
#include "cluster/postgres_schema.h"
#include "cluster/postgres_values.h"
#include "cluster/postgres_view.h"

namespace freshet::cluster {
namespace {

using postgres::Connection;
using postgres::Row;
using Values = std::vector<std::string>;

constexpr const char* kClusterChannel = "freshet_cluster";
constexpr const char* kInboxChannel = "freshet_inbox";

std::string interval(Duration duration) {
  return std::to_string(duration.in_microseconds()) + " microseconds";
}
// PostgreSQL has no unsigned numbers.
std::string as_signed(uint64_t number) {
  return std::to_string(static_cast<int64_t>(number));
}

class PostgresRegistry final : public Registry {
 public:
  PostgresRegistry(std::string dsn, std::string schema, const RegistryOptions& options)
      : dsn_(std::move(dsn)), schema_(std::move(schema)), options_(options) {}

  Status connect() {
    auto connection = Connection::open(dsn_);
    if (!connection) return Unexpected(connection.error());
    connection_ = *std::move(connection);
    Status entered = enter_cluster_schema(*connection_, schema_);
    if (entered) {
      entered = connection_->run("LISTEN freshet_cluster; LISTEN freshet_inbox");
    }
    if (!entered) connection_.reset();
    return entered;
  }

  Result<Joined> join(const std::string& name, const std::string& host) override {
    Joined joined{.lease = options_.lease};
    std::optional<Error> taken;
    const Status done =
        query("SELECT * FROM cluster_join($1::text, $2::text, $3::interval)",
              {name, host, interval(options_.lease)}, [&](const Row& row) {
                joined.session = {number(row, 0)};
                joined.writer = static_cast<uint16_t>(row.integer(1));
                joined.server_time = instant(row, 2);
                if (!row.is_null(3)) {
                  taken = name_is_taken({name, text(row, 3), duration(row, 4), duration(row, 5)});
                }
              });
    if (!done) return Unexpected(done.error());
    if (taken) return Unexpected(*std::move(taken));
    return joined;
  }

  Result<Orders> heartbeat(SessionId session, const AgentReport& report) override {
    std::optional<Orders> orders;
    const Status done = call(
        "cluster_heartbeat($1::bigint, $2::bigint, $3::smallint[], $4::bigint, $5::bigint,"
        " $6::boolean, $7::bigint, $8::float8, $9::float8, $10::float8, $11::text)"
        " LEFT JOIN task_of($1::bigint) ON true",
        session,
        {text_of(report.held), as_signed(report.pages), as_signed(report.requests),
         text_of(report.is_idle), as_signed(report.activity), text_of(report.price),
         text_of(report.rate), text_of(report.used), report.details},
        [&](const Row& row) {
          orders = Orders{.assigned = shards_in(row.text(0)),
                          .free = shards_in(row.text(1)),
                          .owned = shards_in(row.text(2)),
                          .granted_rate = row.real(3),
                          .job_version = number(row, 4),
                          .task = {number(row, 6)},
                          .task_step = static_cast<uint32_t>(row.integer(7)),
                          .server_time = instant(row, 5)};
        });
    return result_of(done, orders, session);
  }

  Result<store::ShardSet> own(SessionId session, const store::ShardSet& shards) override {
    std::optional<store::ShardSet> owned;
    const Status done =
        call("cluster_own($1::bigint, $2::bigint, $3::smallint[])", session, {text_of(shards)},
             [&](const Row& row) { owned = shards_in(row.text(0)); });
    return result_of(done, owned, session);
  }

  Status release(SessionId session, const store::ShardSet& shards) override {
    return change("cluster_release($1::bigint, $2::bigint, $3::smallint[])", session,
                  {text_of(shards)});
  }

  Status leave(SessionId session) override {
    return change("cluster_leave($1::bigint, $2::bigint)", session, {});
  }

  Result<bool> try_to_coordinate(SessionId session) override {
    std::optional<bool> coordinates;
    const Status done = call("cluster_coordinate($1::bigint, $2::bigint)", session, {},
                             [&](const Row& row) { coordinates = boolean(row, 0); });
    return result_of(done, coordinates, session);
  }

  Result<ClusterView> view() override {
    if (Status connected = connect_if_lost(); !connected) return Unexpected(connected.error());
    auto view = read_cluster_view(*connection_);
    if (!view && !connection_->is_idle()) connection_.reset();
    return view;
  }

  Status carry_out(const Plan& plan) override {
    PostgresArray expired;
    PostgresArray shards;
    PostgresArray sessions;
    PostgresArray rates;
    Values agents;
    for (const SessionId session : plan.expired) expired.add_number(session.value);
    for (const auto& entry : plan.assignments) {
      shards.add_number(int{entry.shard});
      agents.push_back(entry.agent);
    }
    for (const auto& grant : plan.grants) {
      sessions.add_number(grant.session.value);
      rates.add(text_of(grant.rate));
    }
    bool coordinates = false;
    Status done = query(
        "SELECT * FROM cluster_carry_out($1::bigint[], $2::smallint[], $3::text[], $4::bigint[],"
        " $5::float8[])",
        {expired.text(), shards.text(), text_of(agents), sessions.text(), rates.text()},
        [&](const Row& row) { coordinates = boolean(row, 0); });
    if (done && !coordinates) return Unexpected(does_not_coordinate());
    return done;
  }

  Result<std::vector<AddressGrant>> lease_addresses(SessionId session,
                                                    std::span<const AddressWant> wants) override {
    PostgresArray addresses;
    PostgresArray waiting;
    PostgresArray sites;
    PostgresArray returns;
    PostgresArray delays;
    PostgresArray intervals;
    for (const AddressWant& want : wants) {
      addresses.add(as_signed(want.address));
      waiting.add_number(want.waiting);
      sites.add_number(want.sites);
      returns.add(text_of(want.returns));
      delays.add_number(want.delay.in_microseconds());
      intervals.add_number(want.interval.in_microseconds());
    }
    std::vector<AddressGrant> grants;
    bool is_fenced = false;
    const Status done = call(
        "address_lease($1::bigint, $2::bigint, $3::bigint[], $4::bigint[], $5::bigint[],"
        " $6::boolean[], $7::bigint[], $8::bigint[], $9::interval, $10::interval, $11::bigint)",
        session,
        {addresses.text(), waiting.text(), sites.text(), returns.text(), delays.text(),
         intervals.text(), interval(options_.address_lease), interval(options_.tenure),
         std::to_string(options_.shared_address_sites)},
        [&](const Row& row) {
          if (row.is_null(0)) {
            is_fenced = true;
            return;
          }
          grants.push_back({.address = number(row, 0),
                            .is_granted = boolean(row, 1),
                            .is_shared = boolean(row, 2),
                            .is_contended = boolean(row, 3),
                            .starts = duration(row, 4),
                            .lasts = duration(row, 5)});
        });
    if (!done) return Unexpected(done.error());
    if (is_fenced) return Unexpected(session_has_ended(session));
    return grants;
  }

  Result<std::string> job() override {
    std::string job;
    const Status done =
        query("SELECT job FROM job", {}, [&](const Row& row) { job = text(row, 0); });
    if (!done) return Unexpected(done.error());
    return job;
  }

  Status set_job(const std::string& job, std::optional<double> budget) override {
    return query(
        "WITH changed AS (UPDATE job SET job = $1, budget = nullif($2, '')::float8,"
        " version = version + 1 RETURNING version) SELECT cluster_notify() FROM changed",
        {job, budget ? text_of(*budget) : ""}, [](const Row&) {});
  }

  Notifications take_notifications() override {
    Notifications taken;
    if (!connection_) return taken;
    const auto arrived = connection_->notifications();
    if (!arrived) {
      connection_.reset();
      return taken;
    }
    for (const postgres::Notification& notification : *arrived) {
      if (notification.channel == kClusterChannel)
        taken.cluster = taken.cluster || notification.payload == schema_;
      else if (notification.channel == kInboxChannel)
        taken.inbox.add_all(shards_in(notification.payload));
    }
    return taken;
  }

  int descriptor() const override { return connection_ ? connection_->descriptor() : -1; }

 private:
  Status connect_if_lost() { return connection_ ? Status(Done{}) : connect(); }
  Status query(const std::string& sql, const Values& values,
               const Connection::RowCallback& callback) {
    if (Status connected = connect_if_lost(); !connected) return connected;
    Status done = connection_->query(sql, values, callback);
    // A transaction that has failed is given up with its connection.
    if (!done && !connection_->is_idle()) connection_.reset();
    return done;
  }
  // Calls a function with the session, the number of the call, and these values.
  Status call(const std::string& function, SessionId session, Values values,
              const Connection::RowCallback& callback) {
    values.insert(values.begin(), {as_signed(session.value), std::to_string(++calls_)});
    return query("SELECT * FROM " + function, values, callback);
  }
  Status change(const std::string& function, SessionId session, Values values) {
    bool is_done = false;
    Status done = call(function, session, std::move(values),
                       [&](const Row& row) { is_done = boolean(row, 0); });
    if (done && !is_done) return Unexpected(session_has_ended(session));
    return done;
  }
  template <typename T>
  static Result<T> result_of(const Status& done, const std::optional<T>& answer,
                             SessionId session) {
    if (!done) return Unexpected(done.error());
    if (!answer) return Unexpected(session_has_ended(session));
    return *answer;
  }

  const std::string dsn_;
  const std::string schema_;
  const RegistryOptions options_;
  std::optional<Connection> connection_;
  uint64_t calls_ = 0;
};

}  // namespace

Result<std::unique_ptr<Registry>> open_postgres_registry(const std::string& dsn,
                                                         const std::string& schema,
                                                         const RegistryOptions& options) {
  auto registry = std::make_unique<PostgresRegistry>(dsn, schema, options);
  if (Status connected = registry->connect(); !connected) {
    return Unexpected(std::move(connected).error().within("opening the cluster's tables"));
  }
  return std::unique_ptr<Registry>(std::move(registry));
}

}  // namespace freshet::cluster
