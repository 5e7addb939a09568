#include "cluster/task_runner.h"

#include <chrono>
#include <utility>

#include "cluster/steady_time.h"
#include "cluster/task_retries.h"

namespace freshet::cluster {
namespace {

constexpr std::chrono::milliseconds kPoll{500};
constexpr Duration kReportInterval = Duration::seconds(1);

}  // namespace

class TaskRunner::Step final : public TaskStep {
  template <typename Call>
  auto try_again(Call call) {
    return with_retries(call, [this] { return is_cancelled(); });
  }

 public:
  Step(TaskRunner& runner, Tasks& tasks, Task task, TaskPart part)
      : runner_(runner), tasks_(tasks), task_(std::move(task)), part_(std::move(part)) {}

  const Task& task() const override { return task_; }
  const TaskPart& part() const override { return part_; }

  Status each_input(const std::function<Status(std::string_view bytes)>& each) override {
    for (const SessionId receiver : {SessionId{}, part_.session}) {
      const Tasks::Box box{task_.id, task_.step, Tasks::Box::Direction::kToAgent, receiver};
      for (uint32_t number = 0;; ++number) {
        const auto piece = try_again([&] { return tasks_.piece(box, number); });
        if (!piece) return Unexpected(piece.error());
        if (!*piece) break;
        if (Status done = each(**piece); !done) return done;
      }
    }
    return Done{};
  }

  Status put(std::string_view bytes) override {
    const Tasks::Box box{task_.id, task_.step, Tasks::Box::Direction::kToDriver, part_.session};
    Status done = try_again([&] { return tasks_.put(box, pieces_, bytes); });
    if (done) ++pieces_;
    return done;
  }

  void report(const TaskProgress& progress) override {
    const Instant now = steady_time(runner_.world_.machine);
    if (now < next_report_) return;
    next_report_ = now + kReportInterval;
    const Status done = tasks_.report(task_.id, part_.session, task_.step, progress);
    if (!done && done.error().kind == ErrorKind::kFenced) runner_.is_cancelled_ = true;
  }

  bool is_cancelled() const override { return runner_.is_cancelled_; }

  bool post(std::function<void(crawl::AgentPort&)> call) override {
    return runner_.world_.post(std::move(call));
  }
  Result<bool> write_without_engine(const Write& write) override {
    return runner_.world_.write_without_engine(part_.shards, write);
  }

  Status finish() {
    return try_again([&] { return tasks_.finish_step(task_.id, part_.session, task_.step); });
  }

 private:
  TaskRunner& runner_;
  Tasks& tasks_;
  const Task task_;
  const TaskPart part_;
  uint32_t pieces_ = 0;
  Instant next_report_;
};

TaskRunner::~TaskRunner() {
  drop();
  if (thread_.joinable()) thread_.join();
}

void TaskRunner::drop() {
  is_cancelled_ = true;
  const std::lock_guard lock(mutex_);
  wake_up_.notify_all();
}

void TaskRunner::stop() {
  is_stopped_ = true;
  drop();
}

void TaskRunner::follow(SessionId session, TaskId task, uint32_t step) {
  if (thread_.joinable() && has_ended_) thread_.join();
  if (thread_.joinable() && task != task_) return drop();
  {
    const std::lock_guard lock(mutex_);
    known_step_ = step;
    wake_up_.notify_all();
  }
  // A task in which it has ended its work is not begun again.
  if (thread_.joinable() || task == TaskId{} || task == task_ || is_stopped_) return;
  task_ = task;
  is_cancelled_ = false;
  has_ended_ = false;
  thread_ = std::thread([this, session, task] {
    work(session, task);
    has_ended_ = true;
  });
}

void TaskRunner::work(SessionId session, TaskId id) {
  const auto log_end = [&](const Error& error) {
    if (is_cancelled_)
      world_.log.info("the work on the task of the cluster has ended");
    else if (error.kind == ErrorKind::kFenced)
      world_.log.info("the task of the cluster has ended", {{"reason", error.message}});
    else
      world_.log.warning("the agent cannot do its part of a task", {{"reason", error.message}});
  };
  const auto is_cancelled = [this] { return is_cancelled_.load(); };
  const auto tasks = with_retries(world_.connect, is_cancelled);
  if (!tasks) return log_end(tasks.error());
  const Status done = do_steps(**tasks, session, id);
  if (done) return;
  log_end(done.error());
  if (is_cancelled_ || done.error().kind == ErrorKind::kFenced) return;
  (void)with_retries([&] { return (*tasks)->give_up(id, session, done.error().message); },
                     is_cancelled);
}

Status TaskRunner::do_steps(Tasks& tasks, SessionId session, TaskId id) {
  std::unique_ptr<TaskWork> work;
  for (uint32_t number = 1;; ++number) {
    auto task = await_step(tasks, id, number);
    if (!task) return Unexpected(task.error());
    TaskPart own;
    for (const TaskPart& part : task->parts) {
      if (part.session == session) own = part;
    }
    if (!work) {
      const auto kind = world_.kinds.find(task->kind);
      if (kind == world_.kinds.end()) {
        return fail("it does not know tasks of the kind \"" + task->kind + "\"");
      }
      auto made = kind->second(*task);
      if (!made) return Unexpected(made.error());
      work = *std::move(made);
      world_.log.info("working on a task of the cluster", {{"kind", task->kind}});
    }
    Step step(*this, tasks, *std::move(task), std::move(own));
    step.report({});
    Status done = work->run(step);
    if (done && !is_cancelled_) done = step.finish();
    if (!done) {
      // What ends for a replaced writer of the store does not tell that the task has ended.
      if (done.error().kind != ErrorKind::kFenced) return done;
      if (auto runs = tasks.task(id); !runs) return Unexpected(runs.error());
      return fail(done.error().message);
    }
    if (is_cancelled_) return fail("the agent drops it");
  }
}

Result<Task> TaskRunner::await_step(Tasks& tasks, TaskId id, uint32_t number) {
  while (true) {
    auto task =
        with_retries([&] { return tasks.task(id); }, [this] { return is_cancelled_.load(); });
    if (!task || task->step >= number) return task;
    std::unique_lock lock(mutex_);
    wake_up_.wait_for(lock, kPoll, [&] { return is_cancelled_ || known_step_ >= number; });
    if (is_cancelled_) return fail("the agent drops it");
  }
}

}  // namespace freshet::cluster
