#pragma once

#include <cstdint>
#include <vector>

namespace freshet::schedule {

// The model of "Optimal Web Page Download Scheduling Policy Based on the Web Crawling Model" (Kwon,
// Han 2020). Time is cut into periods 0..T; in each of the first T the collector fetches `threads`
// pages. A page's staleness is the number of periods since it was fetched.

struct StalePage {
  uint32_t server = 0;
  double size = 1;
  double staleness = 0;  // at the beginning of period 0
};

struct StalenessProblem {
  std::vector<StalePage> pages;
  // response[t][server]: mean time that a unit of size takes in period t; T rows.
  std::vector<std::vector<double>> response;
  uint32_t threads = 1;  // at most as many as there are pages

  uint32_t periods() const { return static_cast<uint32_t>(response.size()); }
};

// Pages fetched in each period, by their number in the problem.
using StalenessPlan = std::vector<std::vector<uint32_t>>;

// What fetching a page now is worth by the paper's rule; the largest are fetched.
struct StalenessIndex {
  double periods_left = 0;  // T - t
  double staleness = 0;
  double fetch_time = 0;  // size times the server's response time

  double value() const { return periods_left * staleness - fetch_time; }
};

// Staleness at the beginning of the next period.
constexpr double next_staleness(double now, bool fetched) {
  return fetched ? 0 : now + 1;
}

// The pages that the rule fetches in period t, best first; of equals the one with the lower number.
// `staleness` has one value a page. O(n log n).
std::vector<uint32_t> choose_by_staleness(const StalenessProblem& problem,
                                          const std::vector<double>& staleness, uint32_t t);

// What the rule does, period after period.
StalenessPlan greedy_staleness_plan(const StalenessProblem& problem);

// The plan of least total cost, by dynamic programming over the staleness of all pages. The number
// of states is exponential in the pages: meant for a handful of pages and periods, to tell how far
// the rule is from the best.
StalenessPlan optimal_staleness_plan(const StalenessProblem& problem);

struct StalenessCost {
  double staleness = 0;  // summed over pages and the beginnings of periods 0..T
  double fetch_time = 0;

  double total() const { return staleness + fetch_time; }
};

StalenessCost cost_of(const StalenessProblem& problem, const StalenessPlan& plan);

}  // namespace freshet::schedule
