#pragma once

#include "cli/command.h"
#include "cluster/task_work.h"

namespace freshet::cli {

// What an agent can do together with the others of its cluster. The invocation must outlive it.
cluster::TaskKinds agent_tasks(const Invocation& invocation);

}  // namespace freshet::cli
