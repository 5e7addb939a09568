#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "cluster/task.h"
#include "result/result.h"

namespace freshet::cluster {

// The tables of the tasks of a cluster. At most one task runs at a time.
//
// An object is a connection, for one thread at a time. If the connection is lost, the call fails
// with an error of another kind than kFenced, and the next call connects again. Every call may be
// repeated. A call for a task that does not run any more fails with ErrorKind::kFenced and the
// reason why it ended.
// Implementations: PostgreSQL, and one in memory for tests; both pass
// tests/contract/tasks_contract.h.
class Tasks {
 public:
  virtual ~Tasks() = default;

  struct NewTask {
    std::string kind;
    std::string options;
    std::string driver;                      // machine and process, for people
    Duration lease = Duration::seconds(15);  // of the driver
  };
  // If there is no task, no agent takes part, or somebody must wait.
  struct Started {
    std::optional<Task> task;
    size_t agents = 0;        // that are alive
    store::ShardSet unowned;  // shards that no live agent owns, or that are being handed over
  };
  // Starts a task in which all live agents that own shards take part, with step 0. It starts only
  // if each shard belongs to one of them. It is an error, which names the task, if another one
  // runs.
  virtual Result<Started> start(const NewTask& task) = 0;
  // The task that runs.
  virtual Result<std::optional<Task>> running() = 0;
  virtual Result<Task> task(TaskId id) = 0;

  // For the driver.

  // Renews the driver's lease.
  virtual Status renew(TaskId id) = 0;
  // Begins a step, which must be the one after the present one, and which all agents must have
  // finished. Pieces of earlier steps are deleted.
  virtual Status begin_step(TaskId id, uint32_t step, const std::string& payload) = 0;
  // Ends the task, and deletes all its pieces. Without `failure`, it is done.
  virtual Status end(TaskId id, const std::optional<std::string>& failure) = 0;

  // For an agent that takes part.

  // The agent works on this step.
  virtual Status report(TaskId id, SessionId session, uint32_t step,
                        const TaskProgress& progress) = 0;
  virtual Status finish_step(TaskId id, SessionId session, uint32_t step) = 0;
  // The agent cannot do its part: the task fails.
  virtual Status give_up(TaskId id, SessionId session, const std::string& reason) = 0;

  // Bytes that are passed between the driver and the agents, in pieces of a few MiB.

  struct Box {
    TaskId task;
    uint32_t step = 0;
    enum class Direction : uint8_t { kToAgent, kToDriver };
    Direction direction = Direction::kToDriver;
    SessionId session;  // whose agent; 0, if it goes to the agents: of all
  };
  // Numbers are consecutive from 0. What is put before the agent finishes the step, or before the
  // driver begins it, can be read afterwards.
  virtual Status put(const Box& box, uint32_t number, std::string_view bytes) = 0;
  // nullopt: there is no such piece.
  virtual Result<std::optional<std::string>> piece(const Box& box, uint32_t number) = 0;
};

// The largest piece that should be put.
inline constexpr size_t kMostPieceBytes = 4 << 20;

}  // namespace freshet::cluster
