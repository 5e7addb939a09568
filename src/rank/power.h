#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "rank/graph.h"
#include "rank/workers.h"

namespace freshet::rank {

// As many rounds of the power iteration, from all pages alike: what some define PageRank to be
// (LDBC Graphalytics). To know the ranks themselves, pagerank() is faster.
std::vector<double> power_rounds(const Graph& graph, double alpha, uint32_t rounds,
                                 Workers& workers);

// How many rounds of it, from `start` (by page, of sum 1), there are until one changes no more than
// `residual` in all: what other methods are compared with. No more than kMostPowerRounds.
inline constexpr uint32_t kMostPowerRounds = 10'000;
uint32_t power_rounds_to(const Graph& graph, double alpha, double residual,
                         std::span<const double> start, Workers& workers);

}  // namespace freshet::rank
