#pragma once

#include <cstdint>
#include <vector>

#include "rank/graph.h"

namespace freshet::rank {

enum class Side : uint8_t { kBeyond, kBefore, kCore };

// By page. Pages of the core all reach each other, and are most of the largest component of a web,
// as a rule; all that reach it otherwise are before it. Found by a few sweeps over the links in the
// order in which they lie, which is several times faster than a walk along them.
std::vector<Side> find_core(const Graph& graph);

}  // namespace freshet::rank
