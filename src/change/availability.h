#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "change/history.h"

namespace freshet::change {

// Learns from histories whether the next visits to a page will succeed. A page that failed last
// time tends to fail again, which a rate does not express. So the state of a page is the number of
// successes among its last five visits, and whether the last one succeeded. The outcomes that
// follow each state are counted for each class of sites. A class with few observations is smoothed
// with those of all classes, and these with a guess: that the page goes on as before.
class Availability {
 public:
  static constexpr int kVisits = 5;
  using Shares = std::array<double, kVisits + 1>;

  // There is at least one class. The caller decides what the classes mean (sites by size, by
  // failures, ...).
  explicit Availability(int site_classes);

  // `outcomes` are those of one page's visits, oldest first. Learns from every ten in a row.
  void learn(int site_class, std::span<const Outcome> outcomes);

  // Returns the distribution of the number of successes among the next five visits. `outcomes` are
  // oldest first, and the last five count. If there are fewer, the first is repeated in front of
  // them. If there are none, the answer is the average over the pages of the class.
  Shares predict(int site_class, std::span<const Outcome> outcomes) const;
  // Returns the probability that the next visit succeeds.
  double next_succeeds(int site_class, std::span<const Outcome> outcomes) const;

 private:
  struct Cell {
    Shares next{};         // how often 0, 1, ... 5 of the next five visits succeeded
    double succeeded = 0;  // how often the next visit succeeded
    double seen = 0;       // observations

    void add(const Cell& other, double weight);
  };
  static constexpr size_t kStates = 2 * (kVisits + 1);
  using States = std::array<Cell, kStates>;

  Cell expected(int site_class, std::span<const Outcome> outcomes) const;
  Cell of_state(size_t site_class, size_t state) const;
  static Cell guess(size_t state);

  States all_;
  std::vector<States> classes_;
};

}  // namespace freshet::change
