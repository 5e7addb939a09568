#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "rank/pagerank.h"

namespace freshet::rank {

// The block graph: the share of its rank that each block gives to each other block.
struct BlockGraph {
  struct Share {
    uint32_t source;
    double weight;
  };
  std::vector<std::vector<Share>> sources_of;  // by block, sources ascending
  std::vector<double> pages;                   // by block: the number of its pages
};

// Computes BlockRank (Kamvar, Haveliwala, Manning and Golub 2003), an approximation of PageRank:
// the rank of a page within its block, by links inside the block only, times the rank of the block.
// The first and longest step needs no links between blocks. block_of has the block of each page;
// blocks are numbered from 0 without gaps. With one block the result is PageRank.
std::vector<double> blockrank(const Graph& graph, std::span<const uint32_t> block_of,
                              const PageRankOptions& options, const Workers& workers = {});

// The steps of blockrank(). Local ranks sum to 1 in each block.
std::vector<double> local_ranks(const Graph& graph, std::span<const uint32_t> block_of,
                                const PageRankOptions& options, const Workers& workers = {});
BlockGraph block_graph(const Graph& graph, std::span<const uint32_t> block_of,
                       std::span<const double> local);
// A reader who jumps, or leaves a page without links, comes to a block with a probability in
// proportion to its number of pages. So the blocks behave as their pages would if these had their
// local ranks.
std::vector<double> block_ranks(const BlockGraph& blocks, double alpha);

}  // namespace freshet::rank
