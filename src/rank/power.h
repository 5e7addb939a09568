#pragma once

#include <cstdint>
#include <vector>

#include "rank/graph.h"
#include "rank/workers.h"

namespace freshet::rank {

// As many rounds of the power iteration, from all pages alike: what some define PageRank to be
// (LDBC Graphalytics). To know the ranks themselves, pagerank() is faster.
std::vector<double> power_rounds(const Graph& graph, double alpha, uint32_t rounds,
                                 Workers& workers);

}  // namespace freshet::rank
