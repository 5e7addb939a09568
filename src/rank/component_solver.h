#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "rank/graph.h"
#include "rank/order.h"
#include "rank/workers.h"

namespace freshet::rank {

// y = v + alpha * P y for the pages of one component, where P(j, i) is 1/out_degree(i) for a link
// from i to j, once y is known of all components that link to it.
//
// Rounds are those of Gauss and Seidel: a page's value counts at once for those after it. After
// each the vector is extrapolated by the last two rounds (Anderson's acceleration with one step of
// memory) and scaled such that the component's sum is what it must be, which removes the two errors
// that die out most slowly. A large component is cut into blocks of a fixed number of pages; a
// round sees the other blocks as they were before it, so that blocks can be done at once and the
// result does not depend on who does them.
struct Shared {
  const Graph& graph;
  const Order& order;
  double alpha;
  double residual;
  uint32_t most_rounds;
  std::span<const double> teleport;  // v, by page; empty: 1
  std::span<const double> start;  // y to begin with, by page; empty: v and what comes from outside
  std::span<double> y;            // by page
  std::span<double> given;        // by place: alpha * y / out_degree
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
  static constexpr uint32_t kBlock = 1 << 16;
  static bool is_shared(uint32_t pages) { return pages > 2 * kBlock; }

  // `workers` are needed for components that are shared only.
  ComponentOutcome solve(uint32_t component, Workers* workers, const Watch& watch);

 private:
  struct Sums {
    uint64_t links = 0;
    double change = 0;
    double sum = 0;
    double kept = 0;     // sum of y * keep
    double towards = 0;  // scalar products for the extrapolation
    double squared = 0;
    Sums& operator+=(const Sums& other);
  };

  ComponentOutcome solve_page(uint32_t place);
  void make_room();
  void load(uint32_t block);
  void count_inside(uint32_t block);
  void balance(uint32_t block);
  void round(uint32_t block);
  void set(uint32_t block, double factor, double back);
  void show_others(uint32_t block);
  void finish(uint32_t block);
  double scale_for(double kept) const { return kept > 0 ? from_outside_ / kept : 1; }
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
  double from_outside_ = 0;                     // sum of outside_
  std::vector<std::vector<uint32_t>> sources_;  // by block: places; + size_: as before the round
  std::vector<uint64_t> sources_end_;           // in the block's
  std::vector<uint32_t> links_inside_;
  std::vector<double> outside_;  // v and what other components give
  std::vector<double> share_;    // alpha / out_degree
  std::vector<double> keep_;     // 1 - alpha * links inside / out_degree
  std::vector<double> y_;
  std::vector<double> given_;  // share * y; then the same before the round
  std::vector<double> last_change_;
  std::vector<Sums> sums_;  // by block
};

}  // namespace freshet::rank
