#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

#include "clock/clock.h"
#include "cluster/task_work.h"
#include "cluster/tasks.h"
#include "telemetry/log.h"

namespace freshet::cluster {

// An agent's part of tasks: works on one at a time, on a thread of its own, with a connection of
// its own. For the agent's thread.
class TaskRunner {
 public:
  struct World {
    TaskKinds kinds;
    std::function<Result<std::unique_ptr<Tasks>>()> connect;
    // As in TaskStep; called by the task's thread.
    std::function<bool(std::function<void(crawl::AgentPort&)>)> post;
    std::function<Result<bool>(const store::ShardSet&, const TaskStep::Write&)>
        write_without_engine;
    const Clock& machine;
    telemetry::Log& log;
  };
  explicit TaskRunner(World world) : world_(std::move(world)) {}
  // Cancels the work and waits for it.
  ~TaskRunner();
  TaskRunner(const TaskRunner&) = delete;
  TaskRunner& operator=(const TaskRunner&) = delete;

  // Works on this task, of which this step is the present one, and drops any other. TaskId{}: none.
  void follow(SessionId session, TaskId task, uint32_t step);
  // Drops the present task, and takes up no other.
  void stop();
  // Whether the thread works, or has not noticed yet that it is to stop.
  bool is_busy() const { return thread_.joinable() && !has_ended_; }

 private:
  class Step;

  void drop();
  void work(SessionId session, TaskId id);
  Status do_steps(Tasks& tasks, SessionId session, TaskId id);
  Result<Task> await_step(Tasks& tasks, TaskId id, uint32_t number);

  const World world_;
  std::thread thread_;
  TaskId task_;  // of the thread, or the last one
  bool is_stopped_ = false;
  std::atomic<bool> is_cancelled_ = false;
  std::atomic<bool> has_ended_ = false;
  std::mutex mutex_;
  std::condition_variable wake_up_;
  uint32_t known_step_ = 0;  // guarded by mutex_
};

}  // namespace freshet::cluster
