#pragma once

#include <string>

#include "cluster/task.h"
#include "result/result.h"

namespace freshet::cluster {

// The errors of tasks, which are the same for all implementations of Tasks.

struct OtherTask {
  std::string kind;
  std::string driver;
  Duration age;
};
Error other_task_runs(const OtherTask& other);
// `reason`: why it does not run any more.
Error task_has_ended(TaskId id, const std::string& reason);

}  // namespace freshet::cluster
