#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "rank/graph.h"
#include "rank/workers.h"

namespace freshet::rank {

struct PageRankOptions {
  double alpha = 0.85;          // in [0, 1): probability that a reader follows a link, not jumps
  double residual = 1e-10;      // rounds stop when the sum of changes is less (the ranks sum to 1)
  uint32_t most_rounds = 1000;  // for each component
  // Where a reader jumps to, and where a reader goes from a page without links: weights by page,
  // not negative, with any positive sum. If `teleport` is empty, all pages have the same weight; if
  // `dangling` is empty, it equals `teleport`.
  std::span<const double> teleport;
  std::span<const double> dangling;
  std::span<const double> start;  // initial ranks, by page; empty: none are known
  // Progress is reported to `watch` from time to time, on the calling thread.
  struct Progress {
    uint32_t pages_done = 0;
    double residual = 0;  // of the current component
  };
  std::function<void(const Progress&)> watch;
};

struct Ranks {
  std::vector<double> rank;  // by page; sums to 1
  double rounds = 0;         // how often a link was visited, on average
  double residual = 0;       // the sum of the changes in the last rounds
  bool converged = true;     // every component converged before most_rounds
};

// Computes R(p) = (1 - alpha) v(p) + alpha * (sum over links q -> p of R(q)/C(q) + D u(p)), where C
// is the number of distinct links of a page, D is the sum of R over pages without links, v is
// `teleport` and u is `dangling`.
//
// It solves the linear system y = v + alpha P y, component by component in the order of links. R is
// y divided by its sum; if u differs from v, R follows from two such systems. The result depends
// only on the graph and the options, to the last bit, whatever the workers are.
Ranks pagerank(const Graph& graph, const PageRankOptions& options, const Workers& workers = {});

// Returns how much memory pagerank() needs at most, with the ranks and without the graph: for the
// links and pages of one component, the order, and a few values for each page.
inline uint64_t bytes_to_rank(const Graph& graph) {
  constexpr uint64_t kPerLink = 4;
  constexpr uint64_t kPerPage = 112;
  return kPerLink * graph.links() + kPerPage * graph.pages();
}

// Returns y itself for v = 1 on every page, without dividing by the sum.
std::vector<double> unscaled_pagerank(const Graph& graph, const PageRankOptions& options,
                                      const Workers& workers = {});

}  // namespace freshet::rank
