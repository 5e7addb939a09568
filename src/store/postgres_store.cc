#include "store/postgres_store.h"

#include <algorithm>

#include "store/fence.h"
#include "store/postgres_citus.h"
#include "store/postgres_crash_watch.h"
#include "store/postgres_reads.h"
#include "store/postgres_schema.h"
#include "store/postgres_writes.h"

namespace freshet::store {
namespace {

using postgres::BinaryRow;
using postgres::Connection;
using postgres::Parameters;
using postgres::Pipeline;
using postgres::Statement;
using postgres::Type;

// Each statement of a transaction sees what was committed before it began. So epochs that are read
// after a lock was waited for are the present ones, whatever the server's default is.
const Statement kBegin{"begin", "BEGIN ISOLATION LEVEL READ COMMITTED"};
const Statement kCommit{"commit", "COMMIT"};
// Commits share the locks of the shards that they write to, and take() excludes them. These locks
// are granted in the order of requests, so that take() does not wait for ever for a busy writer,
// and they write nothing, unlike locks of rows. $1 distinguishes the collections of a database.
const Statement kShareShards{"share shards",
                             "SELECT count(pg_advisory_xact_lock_shared($1::integer, given.shard))"
                             " FROM unnest($2::integer[]) AS given(shard)"};
const Statement kLockShards{"lock shards",
                            "SELECT count(pg_advisory_xact_lock($1::integer, given.shard))"
                            " FROM unnest($2::integer[]) AS given(shard)"};
const Statement kEpochs{"epochs",
                        "SELECT shard, epoch FROM shard WHERE shard = ANY($1::smallint[])"};
const Statement kRaiseEpochs{"raise epochs",
                             "UPDATE shard SET epoch = epoch + 1 WHERE shard = ANY($1::smallint[])"
                             " RETURNING shard, epoch"};
const Statement kSynchronous{"synchronous", "SET LOCAL synchronous_commit = on"};
// A transaction that writes nothing does not flush the log. This writes, so that the commits of
// Durability::kProcess before it become durable in any case.
const Statement kWriteLog{"write log", "SELECT pg_logical_emit_message(true, 'freshet', '')"};

// Of the server, which CrashWatch compares.
const Statement kIncarnation{"incarnation", "SELECT number FROM incarnation"};
const Statement kNewIncarnation{
    "new incarnation",
    "INSERT INTO incarnation VALUES (true, (random() * 1e18)::bigint + 1)"
    " ON CONFLICT DO NOTHING"};

// On Citus a transaction ends on several servers. If the first of them lost it in a crash, it would
// be there in part, so there it must always be on the disk.
bool flushes_every_commit(const PostgresOptions& options, Routing routing) {
  return options.flush_every_commit || routing == Routing::kOneShard;
}

// What each connection runs first. Plans are made once: every statement finds its rows by an index
// whose columns it names, so that the sizes of the tables when it was planned do not matter. A
// client that has vanished loses its locks soon.
std::string setup_of(const PostgresOptions& options, Routing routing) {
  std::string setup = "SET search_path TO " + options.schema + ";";
  setup +=
      "SET jit = off; SET enable_seqscan = off; SET enable_bitmapscan = off;"
      "SET enable_hashjoin = off; SET enable_mergejoin = off;"
      "SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5;"
      "SET tcp_keepalives_count = 3; SET idle_in_transaction_session_timeout = '30s';";
  if (routing == Routing::kAnyShards) setup += "SET plan_cache_mode = force_generic_plan;";
  const bool flushes = flushes_every_commit(options, routing);
  setup += "SET synchronous_commit = " + std::string(flushes ? "on;" : "off;");
  if (options.read_only) setup += "SET default_transaction_read_only = on;";
  return setup;
}

class PostgresStore final : public PostgresReads {
 public:
  PostgresStore(std::shared_ptr<PostgresPool> pool, const PostgresOptions& options, Routing routing,
                int32_t lock_space)
      : PostgresReads(std::move(pool), routing),
        name_("the state in schema " + options.schema),
        read_only_(options.read_only),
        flushes_(flushes_every_commit(options, routing)),
        lock_space_(lock_space),
        statements_(routing) {}

  Result<Holding> take(const ShardSet& shards) override {
    if (Status allowed = check_writable(); !allowed) return Unexpected(allowed.error());
    watch_.restart();
    Holding taken;
    const Status status =
        pool().run([&](Connection& connection) { return raise(connection, shards, taken); });
    if (status) return taken;
    return Unexpected(Error(status.error()).within("taking shards of " + name_));
  }

  Status take_as_default(const ShardSet& shards) {
    if (shards.empty()) return Done();
    auto taken = take(shards);
    if (!taken) return Unexpected(taken.error());
    default_ = *std::move(taken);
    return Done();
  }

  Status commit(const Batch& batch, Durability durability) override {
    if (Status allowed = check_writable(); !allowed) return allowed;
    const Holding& holding = batch.holding ? *batch.holding : default_;
    const ShardSet held = holding.shards();
    const PostgresWrites writes(batch, held, statements_);
    ShardSet written = batch.shards();
    // A batch without rows of shards depends on whether the writer holds any shard.
    if (batch.forget_changes_before || batch.forget_changes_after || written.empty()) {
      written.add_all(held);
    }
    const uint64_t commits_before = watch_.commits();
    Status status = pool().run([&](Connection& connection) -> Status {
      if (Status allowed = lock_and_check(connection, batch, written); !allowed) return allowed;
      Pipeline pipeline(connection);
      writes.send(pipeline);
      if (durability == Durability::kPower) {
        pipeline.add(kSynchronous);
        pipeline.add(kWriteLog);
      }
      pipeline.add(kCommit);
      return pipeline.finish();
    });
    if (status) watch_.note_commit(flushes_ ? Durability::kPower : durability, commits_before);
    if (status || status.error().kind == ErrorKind::kFenced) return status;
    return Unexpected(std::move(status.error()).within("writing " + name_));
  }

 private:
  Status check_writable() const {
    if (!read_only_) return Done();
    return fail("writing " + name_ + ": it was opened to read");
  }

  Parameters locks_of(const ShardSet& shards) const {
    Parameters parameters;
    parameters.add(Type::kInteger, lock_space_).add_array(array_of(shards, Type::kInteger));
    return parameters;
  }

  // Begins a transaction in which no other writer can take the shards, and checks that the batch
  // may be written.
  Status lock_and_check(Connection& connection, const Batch& batch, const ShardSet& shards) {
    Epochs epochs{};
    int64_t incarnation = 0;
    Pipeline pipeline(connection);
    pipeline.add(kBegin);
    pipeline.add(kShareShards, locks_of(shards));
    read_incarnation(pipeline, incarnation);
    pipeline.add(kEpochs, Parameters().add_array(array_of(shards)), [&](const BinaryRow& row) {
      epochs.at(static_cast<ShardId>(row.integer(0))) = static_cast<Epoch>(row.integer(1));
    });
    if (Status locked = pipeline.finish(); !locked) return locked;
    if (Status kept = check_incarnation(connection, incarnation); !kept) return kept;
    Fence fence(epochs);
    fence.set_default(default_);
    return fence.check(batch, name_);
  }

  void read_incarnation(Pipeline& pipeline, int64_t& number) const {
    if (flushes_) return;
    pipeline.add(kIncarnation, {}, [&](const BinaryRow& row) { number = row.integer(0); });
  }

  // Returns an error if the server has lost commits. Otherwise it makes sure that the number is one
  // by which a later loss is noticed.
  Status check_incarnation(Connection& connection, int64_t number) {
    if (flushes_) return Done();
    if (Status kept = watch_.check(number, name_); !kept) return kept;
    if (watch_.knows(number)) return Done();
    Pipeline pipeline(connection);
    pipeline.add(kNewIncarnation);
    read_incarnation(pipeline, number);
    if (Status made = pipeline.finish(); !made) return made;
    watch_.adopt(number);
    return Done();
  }

  Status lock_to_take(Connection& connection, const ShardSet& shards) {
    int64_t incarnation = 0;
    Pipeline pipeline(connection);
    pipeline.add(kBegin);
    pipeline.add(kLockShards, locks_of(shards));
    read_incarnation(pipeline, incarnation);
    if (Status locked = pipeline.finish(); !locked) return locked;
    return check_incarnation(connection, incarnation);
  }

  Status raise(Connection& connection, const ShardSet& shards, Holding& taken) {
    if (Status locked = lock_to_take(connection, shards); !locked) return locked;
    Epochs epochs{};
    Pipeline pipeline(connection);
    pipeline.add(kRaiseEpochs, Parameters().add_array(array_of(shards)), [&](const BinaryRow& row) {
      epochs.at(static_cast<ShardId>(row.integer(0))) = static_cast<Epoch>(row.integer(1));
    });
    pipeline.add(kSynchronous);
    pipeline.add(kCommit);
    if (Status raised = pipeline.finish(); !raised) return raised;
    taken = Holding(epochs, shards);
    return Done();
  }

  const std::string name_;  // for messages
  const bool read_only_;
  const bool flushes_;  // every commit, so that a crash loses none
  const int32_t lock_space_;
  const WriteStatements statements_;
  CrashWatch watch_;
  Holding default_;
};

// What the statements and locks of a store depend on.
struct Tables {
  Routing routing = Routing::kAnyShards;
  int32_t lock_space = 0;
};

Result<Tables> inspect(Connection& connection, const std::string& schema) {
  if (Status set = connection.run("SET search_path TO " + schema); !set) {
    return Unexpected(set.error());
  }
  const auto routing = routing_of(connection);
  if (!routing) return Unexpected(routing.error());
  Tables tables{.routing = *routing};
  // The number of the table, which has 32 bits, is unique in the database.
  const Status read =
      connection.query("SELECT 'shard'::regclass::oid::bigint", [&](const postgres::Row& row) {
        tables.lock_space = static_cast<int32_t>(static_cast<uint32_t>(row.integer(0)));
      });
  if (!read) return Unexpected(read.error());
  return tables;
}

Result<Tables> prepare(const std::string& dsn, const PostgresOptions& options) {
  auto connection = Connection::open(dsn);
  if (!connection) return Unexpected(std::move(connection.error()));
  const SchemaAccess access = options.read_only ? SchemaAccess::kRead
                              : options.create  ? SchemaAccess::kCreate
                                                : SchemaAccess::kMigrate;
  if (Status prepared = prepare_schema(*connection, options.schema, access); !prepared) {
    return Unexpected(prepared.error());
  }
  return inspect(*connection, options.schema);
}

}  // namespace

Result<std::unique_ptr<Store>> open_postgres_store(const std::string& dsn,
                                                   const PostgresOptions& options) {
  if (Status valid = check_schema_name(options.schema); !valid) return Unexpected(valid.error());
  const auto tables = prepare(dsn, options);
  if (!tables) return Unexpected(tables.error());
  auto pool = std::make_shared<PostgresPool>(
      PostgresPool::Options{.dsn = dsn,
                            .setup = setup_of(options, tables->routing),
                            .most = std::max<size_t>(1, options.connections),
                            .patience = options.patience});
  auto store = std::make_unique<PostgresStore>(std::move(pool), options, tables->routing,
                                               tables->lock_space);
  if (Status taken = store->take_as_default(options.take); !taken) {
    return Unexpected(taken.error());
  }
  return store;
}

}  // namespace freshet::store
