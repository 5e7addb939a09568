#include <algorithm>

#include "schedule/staleness.h"
#include "simulate/experiments/chance.h"
#include "simulate/experiments/experiments.h"

namespace freshet::simulate {
namespace {

constexpr int kCases = 400;

struct Size {
  uint32_t pages = 0;
  uint32_t periods = 0;
  uint32_t threads = 0;
};

schedule::StalenessProblem random_problem(Chance& chance, const Size& size) {
  constexpr uint32_t kServers = 2;
  schedule::StalenessProblem problem{.threads = size.threads};
  for (uint32_t j = 0; j < size.pages; ++j)
    problem.pages.push_back({.server = static_cast<uint32_t>(chance.below(kServers)),
                             .size = chance.between(0, 4),
                             .staleness = static_cast<double>(chance.below(6))});
  problem.response.resize(size.periods);
  for (auto& row : problem.response)
    for (uint32_t i = 0; i < kServers; ++i) row.push_back(chance.between(0.5, 1.5));
  return problem;
}

}  // namespace

Table staleness_gap_experiment(uint64_t seed) {
  Table table{
      .title = "The rule of least staleness against the best plan of all",
      .assumptions = {"400 random problems a line: two servers with response times even in "
                      "0.5..1.5, sizes even in 0..4, staleness 0..5 at the start.",
                      "Cost is staleness summed over pages and periods, plus the time of "
                      "all fetches; the best plan is found by dynamic programming."},
      .columns = {
          {"case"}, {"% of plans as good as the best"}, {"mean loss %", 2}, {"largest loss %", 2}}};
  Chance chance(seed);
  for (const Size size : {Size{2, 4, 1}, {3, 5, 1}, {4, 5, 1}, {4, 5, 2}, {5, 6, 2}}) {
    double best_too = 0;
    double loss = 0;
    double largest = 0;
    for (int i = 0; i < kCases; ++i) {
      const auto problem = random_problem(chance, size);
      const double greedy = cost_of(problem, greedy_staleness_plan(problem)).total();
      const double best = cost_of(problem, optimal_staleness_plan(problem)).total();
      const double lost = best > 0 ? 100 * (greedy - best) / best : 0;
      if (lost < 1e-9) best_too += 100.0 / kCases;
      loss += lost / kCases;
      largest = std::max(largest, lost);
    }
    table.rows.push_back({std::to_string(size.pages) + " pages, " + std::to_string(size.periods) +
                              " periods, " + std::to_string(size.threads) + " a period",
                          best_too, loss, largest});
  }
  return table;
}

}  // namespace freshet::simulate
