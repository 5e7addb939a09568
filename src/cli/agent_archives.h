#pragma once

#include <span>
#include <string>
#include <vector>

#include "cli/command.h"
#include "convert/archives.h"
#include "result/result.h"

namespace freshet::cli {

// The archives of a cluster's agents that can be read here, and the names of all agents: archives
// in these data folders, of which there is one at least, and those in object storage, if it is set,
// except of the agents that are in `elsewhere`, which read their own.
Result<convert::Archives> archives_of_agents(const Invocation& invocation,
                                             const std::vector<std::string>& data_folders,
                                             std::span<const std::string> elsewhere = {});

}  // namespace freshet::cli
