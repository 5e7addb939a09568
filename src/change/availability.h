#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "change/history.h"

namespace freshet::change {

// Learns from histories how availability goes on. A page that failed last time tends to fail again,
// which no rate tells; so the state of a page is how many of its last five visits succeeded and
// whether the very last did. What follows each state is counted, for each class of sites. Few
// observations lean on all classes together, and those on a guess: as it was, so it will be.
class Availability {
 public:
  static constexpr int kVisits = 5;
  using Shares = std::array<double, kVisits + 1>;

  // At least one class; what they mean is the caller's affair (sites by size, by failures, ...).
  explicit Availability(int site_classes);

  // Outcomes of a page's visits, oldest first. Learns from every ten in a row.
  void learn(int site_class, std::span<const Outcome> outcomes);

  // The distribution of successes among the next five visits. Of `outcomes`, oldest first, the last
  // five count; of a page with fewer, the first is taken to have been so before. Without any, the
  // answer is that of the class's pages taken together.
  Shares predict(int site_class, std::span<const Outcome> outcomes) const;
  // Whether the very next visit will succeed.
  double next_succeeds(int site_class, std::span<const Outcome> outcomes) const;

 private:
  struct Cell {
    Shares next{};         // how often so many of the next five succeeded
    double succeeded = 0;  // how often the next one did
    double seen = 0;

    void add(const Cell& other, double weight);
  };
  static constexpr size_t kStates = 2 * (kVisits + 1);
  using States = std::array<Cell, kStates>;

  Cell expected(int site_class, std::span<const Outcome> outcomes) const;
  Cell of_state(size_t site_class, size_t state) const;

  States all_;
  std::vector<States> classes_;
};

}  // namespace freshet::change
