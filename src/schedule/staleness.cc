#include "schedule/staleness.h"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>

#include "result/check.h"

namespace freshet::schedule {
namespace {

using Staleness = std::vector<double>;

Staleness at_start(const StalenessProblem& problem) {
  Staleness start;
  start.reserve(problem.pages.size());
  for (const StalePage& page : problem.pages) start.push_back(page.staleness);
  return start;
}

double fetch_time(const StalenessProblem& problem, uint32_t t, uint32_t page) {
  const StalePage& p = problem.pages[page];
  return p.size * problem.response[t][p.server];
}

Staleness advanced(const Staleness& now, const std::vector<uint32_t>& fetched) {
  Staleness next(now.size());
  for (size_t j = 0; j < now.size(); ++j) next[j] = next_staleness(now[j], false);
  for (const uint32_t j : fetched) next[j] = next_staleness(now[j], true);
  return next;
}

double sum(const Staleness& s) {
  return std::accumulate(s.begin(), s.end(), 0.0);
}

// Remembers the best continuation from every state that was met.
class Exact {
 public:
  explicit Exact(const StalenessProblem& problem) : problem_(problem) {}

  // Of all that is still to come after the beginning of period t, whose staleness is `now`.
  double cost_to_go(uint32_t t, const Staleness& now) {
    if (t == problem_.periods()) return 0;
    if (const auto known = best_.find({t, now}); known != best_.end()) return known->second.cost;
    Choice best;
    std::vector<uint32_t> taken;
    try_all(t, now, 0, taken, best);
    return best_.emplace(std::make_pair(t, now), std::move(best)).first->second.cost;
  }

  StalenessPlan plan() {
    Staleness now = at_start(problem_);
    cost_to_go(0, now);
    StalenessPlan plan;
    for (uint32_t t = 0; t < problem_.periods(); ++t) {
      plan.push_back(best_.at({t, now}).fetched);
      now = advanced(now, plan.back());
    }
    return plan;
  }

 private:
  struct Choice {
    double cost = std::numeric_limits<double>::infinity();
    std::vector<uint32_t> fetched;
  };

  // Every way to add pages from `first` on until `taken` has one for each thread.
  void try_all(uint32_t t, const Staleness& now, uint32_t first, std::vector<uint32_t>& taken,
               Choice& best) {
    if (taken.size() == problem_.threads) {
      const Staleness next = advanced(now, taken);
      double cost = sum(next) + cost_to_go(t + 1, next);
      for (const uint32_t j : taken) cost += fetch_time(problem_, t, j);
      if (cost < best.cost) best = {cost, taken};
      return;
    }
    for (uint32_t j = first; j < problem_.pages.size(); ++j) {
      taken.push_back(j);
      try_all(t, now, j + 1, taken, best);
      taken.pop_back();
    }
  }

  const StalenessProblem& problem_;
  std::map<std::pair<uint32_t, Staleness>, Choice> best_;
};

void check(const StalenessProblem& problem) {
  FRESHET_CHECK(problem.threads <= problem.pages.size(), "more threads than pages");
}

}  // namespace

std::vector<uint32_t> choose_by_staleness(const StalenessProblem& problem,
                                          const std::vector<double>& staleness, uint32_t t) {
  check(problem);
  std::vector<double> index;
  for (uint32_t j = 0; j < problem.pages.size(); ++j)
    index.push_back(StalenessIndex{.periods_left = static_cast<double>(problem.periods() - t),
                                   .staleness = staleness[j],
                                   .fetch_time = fetch_time(problem, t, j)}
                        .value());
  std::vector<uint32_t> order(problem.pages.size());
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(),
                   [&](uint32_t a, uint32_t b) { return index[a] > index[b]; });
  order.resize(problem.threads);
  return order;
}

StalenessPlan greedy_staleness_plan(const StalenessProblem& problem) {
  Staleness now = at_start(problem);
  StalenessPlan plan;
  for (uint32_t t = 0; t < problem.periods(); ++t) {
    plan.push_back(choose_by_staleness(problem, now, t));
    now = advanced(now, plan.back());
  }
  return plan;
}

StalenessPlan optimal_staleness_plan(const StalenessProblem& problem) {
  check(problem);
  return Exact(problem).plan();
}

StalenessCost cost_of(const StalenessProblem& problem, const StalenessPlan& plan) {
  FRESHET_CHECK(plan.size() == problem.periods(), "a plan for another number of periods");
  Staleness now = at_start(problem);
  StalenessCost cost{.staleness = sum(now)};
  for (uint32_t t = 0; t < problem.periods(); ++t) {
    for (const uint32_t j : plan[t]) cost.fetch_time += fetch_time(problem, t, j);
    now = advanced(now, plan[t]);
    cost.staleness += sum(now);
  }
  return cost;
}

}  // namespace freshet::schedule
