#include "cluster/memory_tasks.h"

#include "cluster/task_messages.h"

namespace freshet::cluster {

Result<Tasks::Started> MemoryTasks::start(const Tasks::NewTask& task) {
  if (const Task* other = settle()) {
    return Unexpected(other_task_runs({other->kind, other->driver, clock_.now() - started_}));
  }
  std::vector<TaskPart> parts;
  Tasks::Started started = members_.participants(parts);
  if (!started.unowned.empty()) return started;
  present_ = Task{.id = {++last_},
                  .kind = task.kind,
                  .options = task.options,
                  .driver = task.driver,
                  .parts = std::move(parts)};
  lease_ = task.lease;
  started_ = clock_.now();
  driver_until_ = started_ + lease_;
  started.task = present_;
  members_.notify();
  return started;
}

Task* MemoryTasks::settle() {
  if (!present_) return nullptr;
  if (driver_until_ <= clock_.now()) {
    fail("the command that drives it does not answer any more (" + present_->driver + ")");
    return nullptr;
  }
  for (const TaskPart& part : present_->parts) {
    if (members_.is_alive(part.session)) continue;
    fail("the agent " + part.agent + " has left the cluster");
    return nullptr;
  }
  return &*present_;
}

Result<Task*> MemoryTasks::enter(TaskId id) {
  if (Task* task = settle(); task != nullptr && task->id == id) return task;
  const auto ended = ended_.find(id);
  const bool has_failed = ended != ended_.end() && !ended->second.empty();
  return Unexpected(task_has_ended(id, has_failed ? ended->second : "it has ended"));
}

Status MemoryTasks::renew(TaskId id) {
  if (const auto task = enter(id); !task) return Unexpected(task.error());
  driver_until_ = clock_.now() + lease_;
  return Done{};
}

Status MemoryTasks::begin_step(TaskId id, uint32_t step, const std::string& payload) {
  const auto task = enter(id);
  if (!task) return Unexpected(task.error());
  if ((*task)->step == step) return Done{};
  if (step != (*task)->step + 1 || !(*task)->has_finished_step()) {
    return freshet::fail("step " + std::to_string(step) + " of the task cannot begin now");
  }
  (*task)->step = step;
  (*task)->payload = payload;
  std::erase_if(pieces_, [&](const auto& piece) { return std::get<0>(piece.first) < step; });
  members_.notify();
  return Done{};
}

Status MemoryTasks::end(TaskId id, const std::optional<std::string>& failure) {
  const auto ended = ended_.find(id);
  if (!failure && ended != ended_.end() && ended->second.empty()) return Done{};
  if (const auto task = enter(id); !task) return Unexpected(task.error());
  end_with(failure.value_or(""));
  return Done{};
}

void MemoryTasks::fail(const std::string& reason) {
  end_with(reason);
}

void MemoryTasks::end_with(std::string message) {
  ended_[present_->id] = std::move(message);
  present_.reset();
  pieces_.clear();
  members_.notify();
}

Result<TaskPart*> MemoryTasks::part(TaskId id, SessionId session) {
  const auto task = enter(id);
  if (!task) return Unexpected(task.error());
  for (TaskPart& part : (*task)->parts) {
    if (part.session == session) return &part;
  }
  return freshet::fail("the session takes no part in the task");
}

Status MemoryTasks::put(const Tasks::Box& box, uint32_t number, std::string_view bytes) {
  if (const auto task = enter(box.task); !task) return Unexpected(task.error());
  pieces_[{box.step, box.direction, box.session, number}] = bytes;
  return Done{};
}

Result<std::optional<std::string>> MemoryTasks::piece(const Tasks::Box& box, uint32_t number) {
  if (const auto task = enter(box.task); !task) return Unexpected(task.error());
  const auto found = pieces_.find({box.step, box.direction, box.session, number});
  if (found == pieces_.end()) return std::optional<std::string>();
  return std::optional(found->second);
}

namespace {

class MemoryTaskConnection final : public Tasks {
 public:
  MemoryTaskConnection(std::shared_ptr<MemoryTasks> tables, std::mutex& mutex)
      : tables_(std::move(tables)), mutex_(mutex) {}

  Result<Started> start(const NewTask& task) override {
    const std::lock_guard lock(mutex_);
    return tables_->start(task);
  }
  Result<std::optional<Task>> running() override {
    const std::lock_guard lock(mutex_);
    const Task* task = tables_->settle();
    return task == nullptr ? std::optional<Task>() : *task;
  }
  Result<Task> task(TaskId id) override {
    const std::lock_guard lock(mutex_);
    const auto task = tables_->enter(id);
    if (!task) return Unexpected(task.error());
    return **task;
  }
  Status renew(TaskId id) override {
    const std::lock_guard lock(mutex_);
    return tables_->renew(id);
  }
  Status begin_step(TaskId id, uint32_t step, const std::string& payload) override {
    const std::lock_guard lock(mutex_);
    return tables_->begin_step(id, step, payload);
  }
  Status end(TaskId id, const std::optional<std::string>& failure) override {
    const std::lock_guard lock(mutex_);
    return tables_->end(id, failure);
  }
  Status report(TaskId id, SessionId session, uint32_t step,
                const TaskProgress& progress) override {
    const std::lock_guard lock(mutex_);
    const auto part = tables_->part(id, session);
    if (!part) return Unexpected(part.error());
    if ((*part)->begun > step) return Done{};
    (*part)->begun = step;
    (*part)->progress = progress;
    return Done{};
  }
  Status finish_step(TaskId id, SessionId session, uint32_t step) override {
    const std::lock_guard lock(mutex_);
    const auto part = tables_->part(id, session);
    if (!part) return Unexpected(part.error());
    if ((*part)->finished >= step) return Done{};
    (*part)->begun = step;
    (*part)->finished = step;
    return Done{};
  }
  Status give_up(TaskId id, SessionId session, const std::string& reason) override {
    const std::lock_guard lock(mutex_);
    const auto part = tables_->part(id, session);
    if (!part) return Unexpected(part.error());
    tables_->fail((*part)->agent + ": " + reason);
    return Done{};
  }
  Status put(const Box& box, uint32_t number, std::string_view bytes) override {
    const std::lock_guard lock(mutex_);
    return tables_->put(box, number, bytes);
  }
  Result<std::optional<std::string>> piece(const Box& box, uint32_t number) override {
    const std::lock_guard lock(mutex_);
    return tables_->piece(box, number);
  }

 private:
  const std::shared_ptr<MemoryTasks> tables_;
  std::mutex& mutex_;
};

}  // namespace

std::unique_ptr<Tasks> connect_to(std::shared_ptr<MemoryTasks> tables, std::mutex& mutex) {
  return std::make_unique<MemoryTaskConnection>(std::move(tables), mutex);
}

}  // namespace freshet::cluster
