#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "rank/graph.h"
#include "rank/workers.h"

namespace freshet::rank {

// Returns the vector after this number of rounds of the power iteration, which starts with equal
// ranks. LDBC Graphalytics defines PageRank this way. pagerank() computes the limit faster.
std::vector<double> power_rounds(const Graph& graph, double alpha, uint32_t rounds,
                                 const Workers& workers = {});

// Returns the number of rounds of the power iteration, from `start` (by page, with sum 1), until
// the sum of changes in a round is at most `residual`, and at most kMostPowerRounds. Benchmarks
// compare other methods with it.
inline constexpr uint32_t kMostPowerRounds = 10'000;
uint32_t power_rounds_to(const Graph& graph, double alpha, double residual,
                         std::span<const double> start, const Workers& workers = {});

}  // namespace freshet::rank
