#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "cluster/task.h"
#include "crawl/agent_port.h"
#include "result/result.h"
#include "store/store.h"

namespace freshet::cluster {

// A step of a task, for the agent that works on it. For the thread that calls TaskWork::run().
class TaskStep {
 public:
  virtual ~TaskStep() = default;

  virtual const Task& task() const = 0;  // as it was when the step began
  uint32_t number() const { return task().step; }
  const std::string& payload() const { return task().payload; }
  virtual const TaskPart& part() const = 0;  // this agent's

  // Calls `each` with the pieces that the driver has put for all agents, then with those for this
  // one, in order.
  virtual Status each_input(const std::function<Status(std::string_view bytes)>& each) = 0;
  // Adds a piece to the result, at most kMostPieceBytes.
  virtual Status put(std::string_view bytes) = 0;
  // Tells the driver how far the agent is. It is cheap: most calls only compare times.
  virtual void report(const TaskProgress& progress) = 0;
  // True after the task has failed, or when the agent is to stop. run() must return soon, with any
  // status. Ask about once in 100 ms.
  virtual bool is_cancelled() const = 0;

  // Calls `call` on the thread of the agent's engine, soon. Returns false if no engine runs. A call
  // that was accepted is dropped, and destroyed, if the engine ends first.
  virtual bool post(std::function<void(crawl::AgentPort&)> call) = 0;
  // Writes to the agent's shards while no engine runs: calls `write` with a store that has taken
  // them, and no engine starts until it returns. Returns false if an engine runs, or is about to.
  using Write = std::function<Status(store::Store& store, const store::Holding& holding)>;
  virtual Result<bool> write_without_engine(const Write& write) = 0;
};

// What an agent does for one task. It is made before the first step and destroyed when the task has
// ended, so it can keep what it needs from one step to the next.
class TaskWork {
 public:
  virtual ~TaskWork() = default;
  // Does the agent's part of a step. After an error, the task fails with this reason.
  virtual Status run(TaskStep& step) = 0;
};

// How agents begin to work, by the kinds of tasks. The functions are called by threads of tasks.
using TaskKinds =
    std::map<std::string, std::function<Result<std::unique_ptr<TaskWork>>(const Task&)>>;

}  // namespace freshet::cluster
