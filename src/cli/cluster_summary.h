#pragma once

#include <string>

#include "cli/command.h"
#include "cluster/agent.h"
#include "crawl/progress.h"

namespace freshet::cli {

// The progress of one agent, as a line.
std::string agent_progress_line(const crawl::Progress& progress);
// What a crawl of a cluster prints at its end: counts of the whole cluster, and of each agent.
std::string cluster_summary(const Invocation& invocation, const cluster::Agent::Summary& summary);

}  // namespace freshet::cli
