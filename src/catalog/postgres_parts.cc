#include "catalog/postgres_parts.h"

#include "catalog/postgres_loading.h"
#include "catalog/postgres_rows.h"

namespace freshet::catalog {
namespace {

using postgres::Connection;
using postgres::Row;

class Driver final : public PostgresConversion {
 public:
  Driver(PostgresLoading loading, const TargetState& target)
      : loading_(std::move(loading)), target_(target) {}
  ~Driver() override {
    if (!is_finished_) (void)loading_.drop();
  }

  const TargetState& target() const override { return target_; }
  const std::string& key() const override { return loading_.key(); }

  Status finish(const ConversionRecord& record) override {
    if (Status begun = loading_.begin_publishing(); !begun) return begun;
    Status published = loading_.publish(record);
    is_finished_ = published.has_value();
    return published;
  }

 private:
  PostgresLoading loading_;
  const TargetState target_;
  bool is_finished_ = false;
};

// Each time it sends rows, it does so in one transaction, which first checks that the conversion
// goes on. The transaction then has a lock of the table `conversion`, so that nobody drops the
// staging tables before it ends.
class Part final : public PostgresRowWriter<PartWriter> {
 public:
  Part(std::string dsn, std::string key, const ItemTables& items)
      : PostgresRowWriter(items), dsn_(std::move(dsn)), key_(std::move(key)) {}

  Status each_stamp(const std::function<void(int64_t, const Stamp&)>& callback) override {
    if (Status connected = connect(); !connected) return connected;
    return each_postgres_stamp(*server_, callback);
  }

  Status finish() override { return rows().empty() ? Status(Done{}) : send(); }

 private:
  Status connect() {
    if (server_) return Done{};
    auto opened = open_to_load(dsn_);
    if (!opened) return Unexpected(opened.error());
    server_.emplace(std::move(*opened));
    // The driver's last commit, which comes later in the log, makes these commits durable.
    return server_->run("SET synchronous_commit = off");
  }

  Status send() override {
    Status sent = connect();
    if (sent) sent = send_in_transaction();
    // No transaction may stay open that has locks of the staging tables.
    if (!sent) server_.reset();
    return sent;
  }

  Status send_in_transaction() {
    if (Status begun = server_->run("BEGIN"); !begun) return begun;
    bool goes_on = false;
    Status checked = server_->query("SELECT 1 FROM freshet_loading.conversion WHERE key = $1",
                                    {key_}, [&](const Row&) { goes_on = true; });
    if (!checked && checked.error().kind == ErrorKind::kUnavailable) return checked;
    if (!goes_on) return fail("the conversion has ended, or another one has begun");
    if (Status sent = rows().send(*server_); !sent) return sent;
    return server_->run("COMMIT");
  }

  const std::string dsn_;
  const std::string key_;
  std::optional<Connection> server_;
};

class AdvisoryIdLock final : public IdLock {
 public:
  explicit AdvisoryIdLock(Connection server) : server_(std::move(server)) {}

 private:
  const Connection server_;  // the lock ends with it
};

}  // namespace

Result<std::unique_ptr<PostgresConversion>> PostgresConversion::begin(const std::string& dsn,
                                                                      const WriteOptions& options) {
  auto loading = PostgresLoading::open(dsn);
  if (!loading) return Unexpected(loading.error());
  const auto target = loading->begin(options);
  if (!target) return Unexpected(target.error());
  if (Status committed = loading->commit(); !committed) return Unexpected(committed.error());
  return std::make_unique<Driver>(std::move(*loading), *target);
}

std::unique_ptr<PartWriter> make_postgres_part(const std::string& dsn, const std::string& key,
                                               const ItemTables& items) {
  return std::make_unique<Part>(dsn, key, items);
}

Result<std::unique_ptr<IdLock>> IdLock::take(const std::string& dsn) {
  auto server = Connection::open(dsn);
  if (!server) return Unexpected(server.error());
  const Status locked = server->run("SELECT pg_advisory_lock(hashtext('freshet ids'))");
  if (!locked) return Unexpected(locked.error());
  return std::make_unique<AdvisoryIdLock>(std::move(*server));
}

}  // namespace freshet::catalog
