#pragma once

#include <cstdint>
#include <vector>

#include "rank/graph.h"

namespace freshet::rank {

// The position of a page relative to the core: in it, before it (it reaches the core), or beyond it
// (it does not).
enum class Side : uint8_t { kBeyond, kBefore, kCore };

// Returns the side of each page. The pages of the core all reach each other; as a rule they are
// most of the largest component of a web. All other pages that reach the core are before it. The
// function makes a few sweeps over the links in the order of memory, which is several times faster
// than following them.
std::vector<Side> find_core(const Graph& graph);

}  // namespace freshet::rank
