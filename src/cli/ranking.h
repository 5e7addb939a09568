#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cli/command.h"
#include "rank/graph.h"
#include "rank/workers.h"

namespace freshet::cli {

// How far BlockRank was from PageRank, and what it was worth as a start.
struct Approximation {
  double l1_error = 0;
  double rank_correlation = 0;  // Spearman's rho
  double rounds_from_uniform = 0;
};

struct Ranking {
  std::vector<double> ranks;  // by page
  std::optional<uint32_t> blocks;
  std::optional<double> rounds;    // of PageRank
  std::optional<double> residual;  // of PageRank by its solver
  bool converged = true;
  double seconds = 0;  // without what --exact does for comparison
  std::optional<Approximation> approximation;
};

// Ranks as the arguments ask for; unless it shall be quiet, a progress line shows the residual.
// Blocks are one for each page where the method is blockrank.
Ranking compute_ranks(const RankArguments& arguments, const rank::Graph& graph,
                      std::span<const uint32_t> blocks, bool quiet);

struct GraphFigures {
  uint64_t nodes = 0;
  uint64_t edges = 0;
  uint64_t bytes = 0;
  double read_seconds = 0;
};
std::string ranking_as_json(const RankArguments& arguments, const GraphFigures& graph,
                            const Ranking& ranking);
std::string ranking_in_words(const GraphFigures& graph, const Ranking& ranking);

// Pages with the highest ranks, highest first; of equal ranks the first pages.
std::vector<uint32_t> highest(std::span<const double> ranks, size_t most);

double seconds_now();  // of a clock that is never set

}  // namespace freshet::cli
