#pragma once

#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

#include "cluster/tasks.h"
#include "result/result.h"

namespace freshet::cluster {

// How a program drives a task.
struct TaskDriverOptions {
  Tasks::NewTask task;
  // Opens a connection to the tables of tasks. Each thread has one of its own.
  std::function<Result<std::unique_ptr<Tasks>>()> connect;
  // Called while agents work, about five times a second; may be empty.
  std::function<void(const Task&)> watch;
  // Whether the user wants to stop; may be empty.
  std::function<bool()> is_stopped;
  Duration poll = Duration::milliseconds(200);
  // How long shards may be without owner before the start is given up.
  Duration patience = Duration::seconds(60);
  // An agent that has not begun a step after this time does not understand tasks, or is stuck.
  Duration most_silence = Duration::seconds(60);
};

// A task that this program drives. It renews the driver's lease on a thread of its own.
class TaskDriver {
 public:
  // Fails the task unless it has ended.
  ~TaskDriver();
  TaskDriver(const TaskDriver&) = delete;
  TaskDriver& operator=(const TaskDriver&) = delete;

  const Task& task() const { return task_; }  // as it was last read; the parts do not change

  // Adds a piece to what an agent gets with the next step. {}: all agents.
  Status put(SessionId session, std::string_view bytes);
  // Begins the next step, and waits until all agents have finished it.
  Status step(const std::string& payload);
  // Calls `each` with the pieces that agents have put in the last step, agent by agent, in order.
  Status each_result(const std::function<Status(const TaskPart&, std::string_view bytes)>& each);

 private:
  friend class TaskStart;
  TaskDriver(const TaskDriverOptions& options, std::unique_ptr<Tasks> tasks, Task task);
  void renew();
  Status wait();
  Status end(const std::optional<std::string>& failure);

  const TaskDriverOptions& options_;
  const std::unique_ptr<Tasks> tasks_;
  Task task_;
  std::map<SessionId, uint32_t> pieces_;  // put for the next step
  bool has_ended_ = false;
  std::mutex mutex_;
  std::condition_variable wake_up_;
  bool stops_ = false;  // guarded by mutex_
  std::thread renewer_;
};

// What became of a task.
struct Driven {
  bool is_done = false;     // false: nobody could do it; then the rest says why
  size_t agents = 0;        // that are alive
  store::ShardSet unowned;  // shards that none of them owned
};

// Starts a task and calls `steps`, which drives it; when `steps` returns without error, the task is
// done. If the task fails because of an agent, all of that is done again, with the agents that
// there are then, at most three times. `steps` must not keep what it got from a failed try.
Result<Driven> drive_task(const TaskDriverOptions& options,
                          const std::function<Status(TaskDriver&)>& steps);

}  // namespace freshet::cluster
