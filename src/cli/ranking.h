#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cli/command.h"
#include "rank/graph.h"

namespace freshet::cli {

// How far BlockRank was from PageRank, and how many rounds it saved as the start of PageRank.
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
  double seconds = 0;  // without the comparison that --exact makes
  std::optional<Approximation> approximation;
};

// Computes ranks as the arguments say. Unless `quiet` is set, a progress line shows the residual.
// For the method blockrank, `blocks` has the block of each page.
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
std::string format_ranking(const GraphFigures& graph, const Ranking& ranking);

// The pages with the highest ranks, highest first; among equal ranks, lower page numbers first.
std::vector<uint32_t> highest(std::span<const double> ranks, size_t most);

double seconds_now();  // on a steady clock

}  // namespace freshet::cli
