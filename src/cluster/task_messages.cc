#include "cluster/task_messages.h"

#include <cstdio>

namespace freshet::cluster {

Error other_task_runs(const OtherTask& other) {
  char age[32];
  std::snprintf(age, sizeof age, "%.0f", other.age.in_seconds());
  return {"the agents of the cluster are busy with another task, \"" + other.kind +
          "\", which was started " + age + " s ago (" + other.driver + "): wait for its end"};
}

Error task_has_ended(TaskId id, const std::string& reason) {
  return {"task " + std::to_string(id.value) + " of the cluster does not go on: " + reason,
          ErrorKind::kFenced};
}

}  // namespace freshet::cluster
