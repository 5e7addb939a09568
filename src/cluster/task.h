#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "cluster/cluster_view.h"
#include "store/shards.h"

namespace freshet::cluster {

// One agent's part of a task. Who takes part, and with which shards, is fixed when the task starts.
struct TaskPart {
  SessionId session;
  std::string agent;    // its name
  uint16_t writer = 0;  // number of its archive: ArchivePosition::writer
  store::ShardSet shards;
  uint32_t begun = 0;     // the highest step that it has begun
  uint32_t finished = 0;  // the highest step that it has finished
  TaskProgress progress;  // in the step that it has begun
};

// Work that all agents of a cluster do together, in steps. The driver, which is the command that a
// user typed, begins each step when all agents have finished the one before.
//
// While a task runs, shards do not move from one live agent to another. It fails as a whole if one
// of its agents leaves the cluster, loses its session or cannot do its part, or if its driver is
// silent for longer than its lease.
struct Task {
  TaskId id;
  std::string kind;             // says what is done; agents have functions by kind
  std::string options;          // JSON, for the functions of the kind
  std::string driver;           // machine and process, for people
  uint32_t step = 0;            // 0: the driver prepares the first one
  std::string payload;          // of the step, for all agents; short
  std::vector<TaskPart> parts;  // by name

  bool has_finished_step() const {
    return std::all_of(parts.begin(), parts.end(),
                       [this](const TaskPart& part) { return part.finished >= step; });
  }
};

}  // namespace freshet::cluster
