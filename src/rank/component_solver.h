#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "memory/large_vector.h"
#include "rank/graph.h"
#include "rank/order.h"
#include "rank/workers.h"

namespace freshet::rank {

// Solves y = v + alpha * P y for the pages of one component, where P(j, i) is 1/out_degree(i) for a
// link from i to j. y must be known for all components that link to this one.
//
// It uses Gauss-Seidel rounds: the new value of a page is used at once for the pages after it.
// After every second round the vector is extrapolated from the last three rounds (Anderson
// acceleration with two steps of memory), which removes the errors that decay most slowly. A large
// component is divided into blocks of a fixed number of pages. A round uses the values of other
// blocks from before the round, so blocks can be computed in parallel and the result does not
// depend on which thread computes them.

// What the solvers of one graph share.
struct Shared {
  const Graph& graph;
  const Order& order;
  double alpha;
  double residual;
  uint32_t most_rounds;
  std::span<const double> teleport;  // v, by page; empty: 1
  std::span<const double> start;     // initial y, by page; empty: v and what other components give
  std::span<double> y;               // the result, by page
  std::span<double> given;  // by page: alpha * y / out_degree, what it gives to each target
};

struct ComponentOutcome {
  uint64_t link_visits = 0;
  uint32_t rounds = 0;
  double change = 0;  // sum over pages of the change in the last round
  double sum = 0;     // of y
};

class ComponentSolver {
 public:
  using Watch = std::function<void(double residual)>;

  explicit ComponentSolver(const Shared& shared) : shared_(shared) {}

  // Pages in a block of a component that workers share. Components of up to two blocks are one
  // block, because waking other threads takes longer than computing it.
  static constexpr uint32_t kBlock = 1 << 13;
  static bool is_shared(uint32_t pages) { return pages > 2 * kBlock; }

  // `workers` are used only for components that are shared.
  ComponentOutcome solve(uint32_t component, const Workers& workers, const Watch& watch);

 private:
  struct Page {
    double outside;  // v and what other components give
    double share;    // alpha / out_degree
    double y;
    double change;      // of y in the last round
    double old_y;       // y before the last extrapolation
    double old_change;  // the change before the last extrapolation
    uint32_t fours;     // groups of four sources inside the component
  };
  struct Sums {
    uint64_t links = 0;
    uint64_t links_inside = 0;
    double change = 0;
    double sum = 0;
    // Scalar products of three vectors: the change of this round ("change"), and the differences
    // from it of the changes of the round before ("last") and of the round before that ("old").
    double last_last = 0;
    double last_old = 0;
    double old_old = 0;
    double last_change = 0;
    double old_change = 0;
    Sums& operator+=(const Sums& other);
  };
  // The weights of the round before and of the round before that. This round has the rest.
  struct Mixture {
    double last = 0;
    double old = 0;
  };

  ComponentOutcome solve_page(uint32_t place);
  void allocate();
  void load(uint32_t block);
  // If `measures`, also computes the scalar products that extrapolation needs.
  void round(uint32_t block, bool measures);
  template <bool kMeasures, bool kFetchesAhead>
  void visit_pages(uint32_t block);
  static Mixture best_mixture(const Sums& sums, bool has_old);
  void extrapolate(uint32_t block, const Mixture& mixture);
  void publish(uint32_t block);
  void finish(uint32_t block);
  uint32_t fetched_ahead() const;
  uint32_t first_of(uint32_t block) const { return block * kBlock; }
  uint32_t end_of(uint32_t block) const {
    return block + 1 == blocks_ ? size_ : (block + 1) * kBlock;
  }
  template <typename Piece>
  void each_block(const Workers& workers, const Piece& piece);
  Sums total() const;

  const Shared& shared_;
  // The current component. Pages have indices from 0 in it.
  uint32_t begin_ = 0;
  uint32_t size_ = 0;
  uint32_t blocks_ = 0;
  // By block: the sources of its pages, as indices into given_. The list of each page is padded to
  // a multiple of four with the index nobody_, whose value is 0, because processors predict the
  // ends of lists of any length badly.
  std::vector<LargeVector<uint32_t>> sources_;
  uint32_t nobody_ = 0;
  LargeVector<Page> pages_;
  // share * y by index; if there are several blocks, the same from before the round; then 0 for
  // nobody_.
  LargeVector<double> given_;
  std::vector<Sums> sums_;  // by block
};

}  // namespace freshet::rank
