#pragma once

#include <cstddef>
#include <optional>

#include "cli/command.h"
#include "convert/convert.h"
#include "result/result.h"

namespace freshet::cli {

struct AgentConversion {
  convert::ConvertSummary summary;
  size_t agents = 0;  // that took part
};

// Converts the collection of a cluster into its own database by all agents, each of which has the
// archive of the pages that it fetched. Returns nothing if no agent is alive.
Result<std::optional<AgentConversion>> convert_by_agents(const Invocation& invocation, bool full);

}  // namespace freshet::cli
