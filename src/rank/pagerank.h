#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "rank/graph.h"
#include "rank/workers.h"

namespace freshet::rank {

struct PageRankOptions {
  double alpha = 0.85;          // in [0, 1): how likely a reader follows a link instead of jumping
  double residual = 1e-10;      // the last round changes less than this in all, ranks summing to 1
  uint32_t most_rounds = 1000;  // of a component
  // Where a reader jumps to, and where one goes from a page without links: weights by page, not
  // negative, of any positive sum. Empty: all pages alike; and as jumps are.
  std::span<const double> teleport;
  std::span<const double> dangling;
  std::span<const double> start;  // ranks to begin with, by page; empty: none are known
  // Told from the calling thread now and then.
  struct Progress {
    uint32_t pages_done = 0;
    double residual = 0;  // of the component at hand
  };
  std::function<void(const Progress&)> watch;
};

struct Ranks {
  std::vector<double> rank;  // by page; sums to 1
  double rounds = 0;         // times that every link was looked at, on average
  double residual = 0;       // what the last rounds changed in all
  bool converged = true;     // before most_rounds
};

// R(p) = (1 - alpha) v(p) + alpha * (sum over links q -> p of R(q)/C(q) + D u(p)), where C counts
// distinct links, D is the sum of R over pages without links, v is `teleport` and u `dangling`.
//
// Solved as the linear system y = v + alpha P y, component by component in the order of links,
// since R is y divided by its sum (where u differs, from two such systems). The result depends on
// the graph and the options alone, to the last bit, whatever the workers.
Ranks pagerank(const Graph& graph, const PageRankOptions& options, Workers& workers);

// What that takes at most, with the ranks and without the graph: the links and pages of one
// component, its order, and a few values of each page.
inline uint64_t bytes_to_rank(const Graph& graph) {
  constexpr uint64_t kPerLink = 4;
  constexpr uint64_t kPerPage = 112;
  return kPerLink * graph.links() + kPerPage * graph.pages();
}

// y itself, for v = 1 on every page, without dividing by the sum.
std::vector<double> unscaled_pagerank(const Graph& graph, const PageRankOptions& options,
                                      Workers& workers);

}  // namespace freshet::rank
