#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "rank/pagerank.h"

namespace freshet::rank {

// The block graph: how much of its rank a block gives to each other.
struct BlockGraph {
  struct Share {
    uint32_t source;
    double weight;
  };
  std::vector<std::vector<Share>> sources_of;  // by block, sources ascending
  std::vector<double> pages;                   // by block: how many
};

// BlockRank (Kamvar, Haveliwala, Manning and Golub 2003), an approximation of PageRank whose first
// and longest step needs no links between blocks: the ranks of the pages within each block, by
// links inside it alone, times the rank of the block. Blocks are numbered from 0 without gaps, one
// number for each page. With one block it is PageRank.
std::vector<double> blockrank(const Graph& graph, std::span<const uint32_t> block_of,
                              const PageRankOptions& options, Workers& workers);

// The steps. Local ranks sum to 1 in each block.
std::vector<double> local_ranks(const Graph& graph, std::span<const uint32_t> block_of,
                                const PageRankOptions& options, Workers& workers);
BlockGraph block_graph(const Graph& graph, std::span<const uint32_t> block_of,
                       std::span<const double> local);
// A reader who jumps, or leaves a page without links, comes to a block in proportion to its pages:
// the blocks then behave as their pages would, had these their local ranks.
std::vector<double> block_ranks(const BlockGraph& blocks, double alpha);

}  // namespace freshet::rank
