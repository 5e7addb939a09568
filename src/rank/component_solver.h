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

// y = v + alpha * P y for the pages of one component, where P(j, i) is 1/out_degree(i) for a link
// from i to j, once y is known of all components that link to it.
//
// Rounds are those of Gauss and Seidel: a page's value counts at once for those after it. After
// every other the vector is extrapolated by the last three rounds (Anderson's acceleration with two
// steps of memory), which removes the errors that die out most slowly. A large component is cut
// into blocks of a fixed number of pages; a round sees the other blocks as they were before it, so
// that blocks can be done at once and the result does not depend on who does them.
struct Shared {
  const Graph& graph;
  const Order& order;
  double alpha;
  double residual;
  uint32_t most_rounds;
  std::span<const double> teleport;  // v, by page; empty: 1
  std::span<const double> start;  // y to begin with, by page; empty: v and what comes from outside
  std::span<double> y;            // by page
  std::span<double> given;        // by page: alpha * y / out_degree
};

struct ComponentOutcome {
  uint64_t link_visits = 0;
  uint32_t rounds = 0;
  double change = 0;  // sum over pages of what the last round changed
  double sum = 0;     // of y
};

class ComponentSolver {
 public:
  using Watch = std::function<void(double residual)>;

  explicit ComponentSolver(const Shared& shared) : shared_(shared) {}

  // Pages in a block of a component that is shared between workers; components of up to two blocks
  // are one, since waking others takes longer.
  static constexpr uint32_t kBlock = 1 << 13;
  static bool is_shared(uint32_t pages) { return pages > 2 * kBlock; }

  // `workers` are needed for components that are shared only.
  ComponentOutcome solve(uint32_t component, Workers* workers, const Watch& watch);

 private:
  struct Page {
    double outside;  // v and what other components give
    double share;    // alpha / out_degree
    double y;
    double change;  // of y in the last round
    double old_y;   // before it was extrapolated the last time, and the change then
    double old_change;
    uint32_t fours;  // of sources inside
  };
  struct Sums {
    uint64_t links = 0;
    uint64_t links_inside = 0;
    double change = 0;
    double sum = 0;
    // Scalar products of how this round's change differs from that of the one before (last), and
    // from that of the one before that (old), and of this round's change.
    double last_last = 0;
    double last_old = 0;
    double old_old = 0;
    double last_change = 0;
    double old_change = 0;
    Sums& operator+=(const Sums& other);
  };
  // Weights of the round before, and of the one before that; the rest is this round's.
  struct Mixture {
    double last = 0;
    double old = 0;
  };

  ComponentOutcome solve_page(uint32_t place);
  void make_room();
  void load(uint32_t block);
  // Measures what it takes to extrapolate, too.
  void round(uint32_t block, bool measures);
  template <bool kMeasures, bool kFetchesAhead>
  void visit_pages(uint32_t block);
  static Mixture best_mixture(const Sums& sums, bool has_old);
  void extrapolate(uint32_t block, const Mixture& mixture);
  void show_others(uint32_t block);
  void finish(uint32_t block);
  uint32_t fetched_ahead() const;
  uint32_t first_of(uint32_t block) const { return block * kBlock; }
  uint32_t end_of(uint32_t block) const {
    return block + 1 == blocks_ ? size_ : (block + 1) * kBlock;
  }
  template <typename Piece>
  void each_block(Workers* workers, const Piece& piece);
  Sums total() const;

  const Shared& shared_;
  // The component at hand, by place in it.
  uint32_t begin_ = 0;
  uint32_t size_ = 0;
  uint32_t blocks_ = 0;
  // By block: places; + size_: as before the round. A page's are filled up with nobody, who gives
  // nothing, to a multiple of four: where a list ends is what a processor guesses badly.
  std::vector<memory::LargeVector<uint32_t>> sources_;
  uint32_t nobody_ = 0;
  memory::LargeVector<Page> pages_;
  memory::LargeVector<double> given_;  // share * y; then the same before the round; then nobody's
  std::vector<Sums> sums_;             // by block
};

}  // namespace freshet::rank
