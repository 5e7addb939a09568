#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <tuple>

#include "clock/clock.h"
#include "cluster/tasks.h"

namespace freshet::cluster {

// The tables of tasks in memory, for the memory registry, whose mutex is held by its callers. The
// calls are those of Tasks.
class MemoryTasks {
 public:
  // What it asks the registry.
  struct Members {
    std::function<bool(SessionId)> is_alive;
    // Live agents and their shards: a Started without task, and the parts of one.
    std::function<Tasks::Started(std::vector<TaskPart>& parts)> participants;
    std::function<void()> notify;
  };
  MemoryTasks(const Clock& clock, Members members) : clock_(clock), members_(std::move(members)) {}

  Result<Tasks::Started> start(const Tasks::NewTask& task);
  // Returns the task that runs, after one that cannot go on was ended.
  Task* settle();
  // An error if the task does not run.
  Result<Task*> enter(TaskId id);
  Status renew(TaskId id);
  Status begin_step(TaskId id, uint32_t step, const std::string& payload);
  Status end(TaskId id, const std::optional<std::string>& failure);
  Result<TaskPart*> part(TaskId id, SessionId session);
  void fail(const std::string& reason);
  Status put(const Tasks::Box& box, uint32_t number, std::string_view bytes);
  Result<std::optional<std::string>> piece(const Tasks::Box& box, uint32_t number);

 private:
  using Place = std::tuple<uint32_t, Tasks::Box::Direction, SessionId, uint32_t>;
  void end_with(std::string message);

  const Clock& clock_;
  const Members members_;
  std::optional<Task> present_;
  std::map<TaskId, std::string> ended_;  // with the reason; empty: done
  uint64_t last_ = 0;
  Duration lease_;
  Instant driver_until_;
  Instant started_;
  std::map<Place, std::string> pieces_;
};

// A connection to the tables. `mutex` belongs to them, and exists as long as they do.
std::unique_ptr<Tasks> connect_to(std::shared_ptr<MemoryTasks> tables, std::mutex& mutex);

}  // namespace freshet::cluster
