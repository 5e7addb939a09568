#include "cluster/task_driver.h"

#include <chrono>
#include <utility>

#include "cluster/task_retries.h"

namespace freshet::cluster {
namespace {

constexpr int kMostTries = 3;
constexpr int kRenewals = 5;  // in the time of a lease

std::chrono::microseconds chrono_of(Duration duration) {
  return std::chrono::microseconds(duration.in_microseconds());
}

int64_t times(Duration whole, Duration part) {
  return whole.in_microseconds() / part.in_microseconds();
}

bool is_stopped(const TaskDriverOptions& options) {
  return options.is_stopped && options.is_stopped();
}

Unexpected<Error> stopped() {
  return fail("stopped before the agents of the cluster had finished");
}

template <typename Call>
auto try_again(const TaskDriverOptions& options, const Call& call) {
  return with_retries(call, [&] { return is_stopped(options); });
}

}  // namespace

TaskDriver::TaskDriver(const TaskDriverOptions& options, std::unique_ptr<Tasks> tasks, Task task)
    : options_(options),
      tasks_(std::move(tasks)),
      task_(std::move(task)),
      renewer_([this] { renew(); }) {}

TaskDriver::~TaskDriver() {
  {
    const std::lock_guard lock(mutex_);
    stops_ = true;
  }
  wake_up_.notify_all();
  renewer_.join();
  if (!has_ended_) (void)end("the command that drives it was ended");
}

void TaskDriver::renew() {
  const std::chrono::microseconds interval = chrono_of(options_.task.lease / kRenewals);
  auto tasks = options_.connect();
  for (std::unique_lock lock(mutex_); !wake_up_.wait_for(lock, interval, [this] { return stops_; });
       lock.lock()) {
    lock.unlock();
    if (!tasks) tasks = options_.connect();
    if (!tasks) continue;
    const Status renewed = (*tasks)->renew(task_.id);
    // The calls of the other thread tell why the task has ended.
    if (!renewed && renewed.error().kind == ErrorKind::kFenced) return;
  }
}

Status TaskDriver::put(SessionId session, std::string_view bytes) {
  const Tasks::Box box{task_.id, task_.step + 1, Tasks::Box::Direction::kToAgent, session};
  uint32_t& number = pieces_[session];
  Status done = try_again(options_, [&] { return tasks_->put(box, number, bytes); });
  if (done) ++number;
  return done;
}

Status TaskDriver::step(const std::string& payload) {
  const uint32_t next = task_.step + 1;
  Status begun = try_again(options_, [&] { return tasks_->begin_step(task_.id, next, payload); });
  if (!begun) return begun;
  task_.step = next;
  pieces_.clear();
  return wait();
}

Status TaskDriver::wait() {
  const int64_t most_polls = times(options_.most_silence, options_.poll);
  for (int64_t polls = 0;; ++polls) {
    auto task = try_again(options_, [&] { return tasks_->task(task_.id); });
    if (!task) return Unexpected(task.error());
    task_ = *std::move(task);
    if (options_.watch) options_.watch(task_);
    if (task_.has_finished_step()) return Done{};
    if (is_stopped(options_)) return stopped();
    for (const TaskPart& part : task_.parts) {
      if (polls < most_polls || part.begun >= task_.step) continue;
      return fail("the agent " + part.agent +
                  " does not begin its part of the task; agents must have the version of this "
                  "program");
    }
    std::this_thread::sleep_for(chrono_of(options_.poll));
  }
}

Status TaskDriver::each_result(
    const std::function<Status(const TaskPart&, std::string_view bytes)>& each) {
  for (const TaskPart& part : task_.parts) {
    const Tasks::Box box{task_.id, task_.step, Tasks::Box::Direction::kToDriver, part.session};
    for (uint32_t number = 0;; ++number) {
      const auto piece = try_again(options_, [&] { return tasks_->piece(box, number); });
      if (!piece) return Unexpected(piece.error());
      if (!*piece) break;
      if (Status done = each(part, **piece); !done) return done;
    }
  }
  return Done{};
}

Status TaskDriver::end(const std::optional<std::string>& failure) {
  has_ended_ = true;
  return try_again(options_, [&] { return tasks_->end(task_.id, failure); });
}

// Makes drivers: their constructor is private.
class TaskStart {
 public:
  // Waits until agents own all shards.
  static Result<Tasks::Started> start(const TaskDriverOptions& options, Tasks& tasks) {
    for (int64_t polls = times(options.patience, options.poll);; --polls) {
      auto started = try_again(options, [&] { return tasks.start(options.task); });
      if (!started || started->task || started->agents == 0 || polls <= 0) return started;
      if (is_stopped(options)) return stopped();
      std::this_thread::sleep_for(chrono_of(options.poll));
    }
  }

  static Status drive(const TaskDriverOptions& options, std::unique_ptr<Tasks> tasks, Task task,
                      const std::function<Status(TaskDriver&)>& steps) {
    TaskDriver driver(options, std::move(tasks), std::move(task));
    Status done = steps(driver);
    if (done) return driver.end(std::nullopt);
    (void)driver.end(done.error().message);
    return done;
  }
};

Result<Driven> drive_task(const TaskDriverOptions& options,
                          const std::function<Status(TaskDriver&)>& steps) {
  for (int tried = 1;; ++tried) {
    auto tasks = options.connect();
    if (!tasks) return Unexpected(tasks.error());
    auto started = TaskStart::start(options, **tasks);
    if (!started) return Unexpected(started.error());
    if (!started->task) return Driven{.agents = started->agents, .unowned = started->unowned};
    const Status done =
        TaskStart::drive(options, *std::move(tasks), *std::move(started->task), steps);
    if (done) return Driven{.is_done = true, .agents = started->agents};
    const bool is_over = done.error().kind != ErrorKind::kFenced || tried == kMostTries;
    if (is_over || is_stopped(options)) return Unexpected(done.error());
  }
}

}  // namespace freshet::cluster
