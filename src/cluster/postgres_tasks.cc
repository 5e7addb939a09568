#include "cluster/postgres_tasks.h"

#include <utility>

#include "cluster/postgres_schema.h"
#include "cluster/postgres_values.h"
#include "cluster/postgres_view.h"
#include "cluster/task_messages.h"

namespace freshet::cluster {
namespace {

using postgres::Connection;
using postgres::Row;
using Values = std::vector<std::string>;

constexpr const char* kSelectTasks =
    "SELECT t.id, t.kind, t.options, t.driver, t.step, t.payload, p.session, p.agent, p.writer,"
    " p.shards, p.begun, p.finished, p.done, p.total "
    "FROM task t JOIN task_part p ON p.task = t.id WHERE t.state = 'running' "
    "ORDER BY t.id, p.agent COLLATE \"C\"";

void add_row(std::optional<Task>& task, const Row& row) {
  if (!task) {
    task = Task{.id = {number(row, 0)},
                .kind = text(row, 1),
                .options = text(row, 2),
                .driver = text(row, 3),
                .step = static_cast<uint32_t>(row.integer(4)),
                .payload = text(row, 5)};
  }
  task->parts.push_back({.session = {number(row, 6)},
                         .agent = text(row, 7),
                         .writer = static_cast<uint16_t>(row.integer(8)),
                         .shards = shards_in(row.text(9)),
                         .begun = static_cast<uint32_t>(row.integer(10)),
                         .finished = static_cast<uint32_t>(row.integer(11)),
                         .progress = {number(row, 12), number(row, 13)}});
}

postgres::Parameters parameters_of(const Tasks::Box& box, uint32_t number) {
  using postgres::Type;
  return postgres::Parameters()
      .add(Type::kBigint, static_cast<int64_t>(box.task.value))
      .add(Type::kInteger, box.step)
      .add(Type::kInteger, box.direction == Tasks::Box::Direction::kToDriver ? 1 : 0)
      .add(Type::kBigint, static_cast<int64_t>(box.session.value))
      .add(Type::kInteger, number);
}

class PostgresTasks final : public Tasks {
 public:
  PostgresTasks(std::string dsn, std::string schema)
      : dsn_(std::move(dsn)), schema_(std::move(schema)) {}

  Status connect_if_lost() {
    if (connection_) return Done{};
    auto connection = Connection::open(dsn_);
    if (!connection) return Unexpected(connection.error());
    connection_ = *std::move(connection);
    Status entered = enter_cluster_schema(*connection_, schema_);
    if (!entered) connection_.reset();
    return entered;
  }

  Result<Started> start(const NewTask& task) override {
    Started started;
    std::optional<OtherTask> other;
    TaskId id;
    const Status done = query("SELECT * FROM task_start($1, $2, $3, $4::interval)",
                              {task.kind, task.options, task.driver,
                               std::to_string(task.lease.in_microseconds()) + " microseconds"},
                              [&](const Row& row) {
                                id = {number(row, 0)};
                                started.agents = static_cast<size_t>(row.integer(1));
                                started.unowned = shards_in(row.text(2));
                                if (!row.is_null(3))
                                  other = {text(row, 3), text(row, 4), duration(row, 5)};
                              });
    if (!done) return Unexpected(done.error());
    if (other) return Unexpected(other_task_runs(*other));
    if (id == TaskId{}) return started;
    auto made = this->task(id);
    if (!made) return Unexpected(made.error());
    started.task = *std::move(made);
    return started;
  }

  Result<std::optional<Task>> running() override {
    std::optional<Task> task;
    Status done = query("SELECT task_settle()", {}, [](const Row&) {});
    if (done) done = query(kSelectTasks, {}, [&](const Row& row) { add_row(task, row); });
    if (!done) return Unexpected(done.error());
    return task;
  }

  Result<Task> task(TaskId id) override {
    if (Status done = change("task_enter($1::bigint)", id, {}); !done)
      return Unexpected(done.error());
    std::optional<Task> task;
    const Status done = query(kSelectTasks, {}, [&](const Row& row) { add_row(task, row); });
    if (!done) return Unexpected(done.error());
    if (!task || task->id != id) return Unexpected(task_has_ended(id, "it has ended"));
    return *std::move(task);
  }

  Status renew(TaskId id) override { return change("task_renew($1::bigint)", id, {}); }
  Status begin_step(TaskId id, uint32_t step, const std::string& payload) override {
    return change("task_begin_step($1::bigint, $2::integer, $3)", id,
                  {std::to_string(step), payload});
  }
  Status end(TaskId id, const std::optional<std::string>& failure) override {
    return failure ? change("task_end($1::bigint, $2)", id, {*failure})
                   : change("task_end($1::bigint, NULL)", id, {});
  }

  Status report(TaskId id, SessionId session, uint32_t step,
                const TaskProgress& progress) override {
    return change("task_report($1::bigint, $2::bigint, $3::integer, $4::bigint, $5::bigint)", id,
                  {std::to_string(session.value), std::to_string(step),
                   std::to_string(progress.done), std::to_string(progress.total)});
  }
  Status finish_step(TaskId id, SessionId session, uint32_t step) override {
    return change("task_finish_step($1::bigint, $2::bigint, $3::integer)", id,
                  {std::to_string(session.value), std::to_string(step)});
  }
  Status give_up(TaskId id, SessionId session, const std::string& reason) override {
    return change("task_give_up($1::bigint, $2::bigint, $3)", id,
                  {std::to_string(session.value), reason});
  }

  Status put(const Box& box, uint32_t number, std::string_view bytes) override {
    static const postgres::Statement kPut{
        "task_put",
        "SELECT coalesce(task_put($1::bigint, $2::integer, $3::integer::boolean, $4::bigint,"
        " $5::integer, $6::bytea), '')"};
    std::string over;
    Status done = execute(kPut, parameters_of(box, number).add_bytes(bytes),
                          [&](std::string_view answer) { over = answer; });
    if (done && !over.empty()) return Unexpected(task_has_ended(box.task, over));
    return done;
  }

  Result<std::optional<std::string>> piece(const Box& box, uint32_t number) override {
    static const postgres::Statement kPiece{
        "task_piece",
        "SELECT bytes FROM task_piece WHERE task = $1::bigint AND step = $2::integer"
        " AND to_driver = $3::integer::boolean AND session = $4::bigint AND number = $5::integer"};
    std::optional<std::string> piece;
    const Status done =
        execute(kPiece, parameters_of(box, number), [&](std::string_view bytes) { piece = bytes; });
    if (!done) return Unexpected(done.error());
    if (piece) return piece;
    // There are none either of a task that has ended.
    if (Status runs = change("task_enter($1::bigint)", box.task, {}); !runs) {
      return Unexpected(runs.error());
    }
    return std::optional<std::string>();
  }

 private:
  Status query(const std::string& sql, const Values& values,
               const Connection::RowCallback& callback) {
    if (Status connected = connect_if_lost(); !connected) return connected;
    return checked(connection_->query(sql, values, callback));
  }
  Status execute(const postgres::Statement& statement, const postgres::Parameters& parameters,
                 const std::function<void(std::string_view)>& callback) {
    if (Status connected = connect_if_lost(); !connected) return connected;
    return checked(connection_->execute(statement, parameters, [&](const postgres::BinaryRow& row) {
      callback(row.bytes(0));
      return true;
    }));
  }
  Status checked(Status done) {
    if (!done && !connection_->is_idle()) connection_.reset();
    return done;
  }
  // Calls a function with the task and these values.
  Status change(const std::string& function, TaskId id, Values values) {
    values.insert(values.begin(), std::to_string(id.value));
    std::optional<std::string> over;
    Status done = query("SELECT " + function, values, [&](const Row& row) {
      if (!row.is_null(0)) over = text(row, 0);
    });
    if (done && over) return Unexpected(task_has_ended(id, *over));
    return done;
  }

  const std::string dsn_;
  const std::string schema_;
  std::optional<Connection> connection_;
};

}  // namespace

Result<std::unique_ptr<Tasks>> open_postgres_tasks(const std::string& dsn,
                                                   const std::string& schema) {
  auto tasks = std::make_unique<PostgresTasks>(dsn, schema);
  if (Status connected = tasks->connect_if_lost(); !connected) {
    return Unexpected(std::move(connected).error().within("opening the cluster's tables"));
  }
  return std::unique_ptr<Tasks>(std::move(tasks));
}

}  // namespace freshet::cluster
