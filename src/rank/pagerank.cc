#include "rank/pagerank.h"

#include <algorithm>

#include "rank/component_solver.h"
#include "rank/order.h"

namespace freshet::rank {
namespace {

// The approximate number of links in a piece of work, large enough to outweigh the cost of a task.
constexpr uint64_t kPieceLinks = 1 << 16;

struct Solution {
  std::vector<double> y;
  uint64_t link_visits = 0;
  double change = 0;
  double sum = 0;
  bool converged = true;
};

// The components from `begin` up to but not including `end`.
struct Piece {
  uint32_t begin = 0;
  uint32_t end = 0;
  ComponentOutcome outcome;
};

class Solver {
 public:
  Solver(const Graph& graph, const PageRankOptions& options, const Workers& workers)
      : graph_(graph),
        options_(options),
        workers_(workers),
        order_(order_by_components(graph)),
        given_(graph.pages()) {}

  Solution solve(std::span<const double> teleport, std::span<const double> start) {
    solution_ = {};
    solution_.y.resize(graph_.pages());
    const Shared shared{.graph = graph_,
                        .order = order_,
                        .alpha = options_.alpha,
                        .residual = options_.residual,
                        .most_rounds = options_.most_rounds,
                        .teleport = teleport,
                        .start = start,
                        .y = solution_.y,
                        .given = given_};
    ComponentSolver solver(shared);
    for (size_t level = 0; level + 1 < order_.level_begin.size(); ++level) {
      solve_level(shared, solver, order_.level_begin[level], order_.level_begin[level + 1]);
    }
    return std::move(solution_);
  }

 private:
  uint32_t size_of(uint32_t component) const {
    return order_.component_begin[component + size_t{1}] - order_.component_begin[component];
  }

  void solve_level(const Shared& shared, ComponentSolver& solver, uint32_t begin, uint32_t end) {
    cut(begin, end);
    const auto solve_piece = [this](Piece& piece, ComponentSolver& by) {
      for (uint32_t c = piece.begin; c < piece.end; ++c) {
        if (ComponentSolver::is_shared(size_of(c))) continue;
        count(by.solve(c, {}, {}), piece.outcome);
      }
    };
    if (pieces_.size() == 1) {
      solve_piece(pieces_[0], solver);
    } else {
      each_piece(workers_, pieces_.size(), [&](size_t i) {
        ComponentSolver own(shared);
        solve_piece(pieces_[i], own);
      });
    }
    for (const Piece& piece : pieces_) take(piece.outcome);

    for (const uint32_t c : shared_) {
      ComponentOutcome outcome;
      count(solver.solve(c, workers_, [this, c](double residual) { tell(c, residual); }), outcome);
      take(outcome);
    }
    tell(end, 0);
  }

  // Divides components into pieces by the graph alone, so that sums are made in the same order
  // whatever the workers are.
  void cut(uint32_t begin, uint32_t end) {
    pieces_.assign(1, {begin, begin, {}});
    shared_.clear();
    uint64_t work = 0;
    for (uint32_t c = begin; c < end; ++c) {
      if (work >= kPieceLinks) {
        pieces_.push_back({c, c, {}});
        work = 0;
      }
      pieces_.back().end = c + 1;
      if (ComponentSolver::is_shared(size_of(c))) {
        shared_.push_back(c);
        continue;
      }
      for (uint32_t at = order_.component_begin[c]; at < order_.component_begin[c + size_t{1}];
           ++at) {
        work += 1 + graph_.sources_of(order_.page_at[at]).size();
      }
    }
  }

  void count(const ComponentOutcome& one, ComponentOutcome& all) const {
    all.link_visits += one.link_visits;
    all.rounds = std::max(all.rounds, one.change > options_.residual * one.sum ? one.rounds : 0);
    all.change += one.change;
    all.sum += one.sum;
  }

  void take(const ComponentOutcome& outcome) {
    solution_.link_visits += outcome.link_visits;
    solution_.change += outcome.change;
    solution_.sum += outcome.sum;
    if (outcome.rounds > 0) solution_.converged = false;
  }

  void tell(uint32_t component, double residual) const {
    if (options_.watch) options_.watch({order_.component_begin[component], residual});
  }

  const Graph& graph_;
  const PageRankOptions& options_;
  const Workers workers_;
  const Order order_;
  LargeVector<double> given_;
  std::vector<Piece> pieces_;
  std::vector<uint32_t> shared_;
  Solution solution_;
};

// Scales the weights to the given mean. With a mean of 1, y has the size that it has for equal
// weights.
std::vector<double> scaled(std::span<const double> weights, double mean) {
  double sum = 0;
  for (const double weight : weights) sum += weight;
  FRESHET_CHECK(sum > 0, "the sum of weights is not positive");
  std::vector<double> result(weights.begin(), weights.end());
  const double factor = mean * static_cast<double>(weights.size()) / sum;
  for (double& weight : result) weight *= factor;
  return result;
}

double on_dangling(const Graph& graph, std::span<const double> values) {
  double sum = 0;
  for (uint32_t page = 0; page < graph.pages(); ++page) {
    if (graph.out_degree(page) == 0) sum += values[page];
  }
  return sum;
}

// Adds the solution for jumps from dangling pages (u) to the solution for other jumps (v). Its
// weight follows from the shares of both that lie on dangling pages.
void add_jumps_from_dangling(const Graph& graph, double alpha, const Solution& from_dangling,
                             Solution& solution) {
  const double pages = graph.pages();
  const double once = on_dangling(graph, solution.y) / pages * (1 - alpha);
  const double again = on_dangling(graph, from_dangling.y) / pages * alpha;
  const double weight = alpha / (1 - alpha) * once / (1 - again);
  solution.sum = 0;
  for (size_t i = 0; i < solution.y.size(); ++i) {
    solution.y[i] += weight * from_dangling.y[i];
    solution.sum += solution.y[i];
  }
  solution.change += weight * from_dangling.change;
  solution.link_visits += from_dangling.link_visits;
  solution.converged = solution.converged && from_dangling.converged;
}

}  // namespace

Ranks pagerank(const Graph& graph, const PageRankOptions& options, const Workers& workers) {
  Ranks ranks;
  if (graph.pages() == 0) return ranks;
  FRESHET_CHECK(options.alpha >= 0 && options.alpha < 1, "alpha is outside [0, 1)");
  for (const auto& given : {options.teleport, options.dangling, options.start}) {
    FRESHET_CHECK(given.empty() || given.size() == graph.pages(), "not one value for each page");
  }
  std::vector<double> teleport;
  if (!options.teleport.empty()) teleport = scaled(options.teleport, 1);
  std::vector<double> start;
  if (!options.start.empty()) {
    const double jumps = 1 - options.alpha +
                         options.alpha * on_dangling(graph, scaled(options.start, 1)) /
                             static_cast<double>(graph.pages());
    start = scaled(options.start, 1 / jumps);
  }
  Solver solver(graph, options, workers);
  Solution solution = solver.solve(teleport, start);
  if (!options.dangling.empty()) {
    const std::vector<double> dangling = scaled(options.dangling, 1);
    add_jumps_from_dangling(graph, options.alpha, solver.solve(dangling, {}), solution);
  }
  ranks.rank = std::move(solution.y);
  for (double& rank : ranks.rank) rank /= solution.sum;
  ranks.residual = solution.change / solution.sum;
  ranks.converged = solution.converged;
  if (graph.links() > 0) {
    ranks.rounds = static_cast<double>(solution.link_visits) / static_cast<double>(graph.links());
  }
  return ranks;
}

std::vector<double> unscaled_pagerank(const Graph& graph, const PageRankOptions& options,
                                      const Workers& workers) {
  return Solver(graph, options, workers).solve({}, {}).y;
}

}  // namespace freshet::rank
