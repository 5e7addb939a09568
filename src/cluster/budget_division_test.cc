#include "cluster/budget_division.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "gtest/gtest.h"
#include "rapidcheck/gtest.h"

namespace freshet::cluster {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// An agent whose next visit is worth a / (1 + r / b) if it sends r requests per second; it has
// requests for `demand` of them.
struct Agent {
  double a = 1;
  double b = 1;
  double demand = kInfinity;
  double rate = 0;  // that it keeps to

  double price() const { return a / (1 + rate / b); }
};

// Agents, and the registry's rows of them. The rules for highest_rate are those of the registry.
class Cluster {
 public:
  explicit Cluster(std::optional<double> budget) : budget_(budget) {}

  void add(const Agent& agent) {
    agents_.push_back(agent);
    rows_.push_back({.name = std::string(1, static_cast<char>('a' + rows_.size())),
                     .session = {rows_.size() + 1},
                     .is_alive = true});
  }
  void set_budget(std::optional<double> budget) { budget_ = budget; }
  // The agent reports, and the answer reaches it unless it is lost.
  void heartbeat(size_t at, bool answer_is_lost = false) {
    AgentRow& row = rows_[at];
    Agent& agent = agents_[at];
    if (!row.is_alive) return;
    const double used = std::min(agent.rate, agent.demand);
    row.report.rate = agent.rate;
    row.report.used = used;
    row.report.price = used < agent.rate ? 0 : agent.price();
    row.report.is_idle = agent.demand == 0;
    delivered(row);
    if (!answer_is_lost) agent.rate = row.granted_rate;
  }
  void die(size_t at) {
    rows_[at].is_alive = false;
    rows_[at].highest_rate = 0;
    agents_[at].rate = 0;
  }
  void coordinate() {
    for (const Plan::Grant& grant : divide_budget(budget_, rows_)) {
      AgentRow& row = rows_[grant.session.value - 1];
      row.granted_rate = grant.rate;
      row.highest_rate = std::max(row.highest_rate, row.granted_rate);
    }
  }
  // A grant, a heartbeat with the answer, and another that shows what the agent keeps to.
  void round() {
    coordinate();
    for (size_t i = 0; i < rows_.size(); ++i) heartbeat(i);
  }

  double rate(size_t at) const { return agents_[at].rate; }
  double price(size_t at) const { return agents_[at].price(); }
  size_t size() const { return agents_.size(); }
  double sum() const {
    double sum = 0;
    for (const Agent& agent : agents_) sum += agent.rate;
    return sum;
  }
  // The ratio of the highest price to the lowest, of agents that have more than the floor.
  double spread() const {
    const double floor = *budget_ / static_cast<double>(agents_.size()) * kFloor;
    double lowest = kInfinity;
    double highest = 0;
    for (const Agent& agent : agents_) {
      if (agent.rate < floor * 1.1) continue;
      lowest = std::min(lowest, agent.price());
      highest = std::max(highest, agent.price());
    }
    return highest / lowest;
  }

 private:
  static void delivered(AgentRow& row) {
    row.highest_rate = std::max(row.report.rate, row.granted_rate);
  }

  std::optional<double> budget_;
  std::vector<Agent> agents_;
  std::vector<AgentRow> rows_;
};

// The figures of this test are in docs/decisions/0025-membership-and-leases.md.
TEST(DivideBudget, ConvergesToEqualPricesIn100Rounds) {
  for (const uint32_t seed : {1u, 2u, 3u, 4u, 5u, 6u, 7u, 8u, 9u, 10u}) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> exponent(-1, 1);
    Cluster cluster(100);
    // Prices differ by a factor of 10, and it takes rates of 1 to 100 to change them.
    for (int i = 0; i < 8; ++i) {
      cluster.add(
          {.a = std::pow(10, exponent(random) / 2), .b = std::pow(10, 1 + exponent(random))});
    }
    for (int round = 0; round < 100; ++round) cluster.round();
    EXPECT_LT(cluster.spread(), 1.05) << "seed " << seed;
    EXPECT_GT(cluster.sum(), 99) << "seed " << seed;
    // It stays there.
    for (int round = 0; round < 50; ++round) {
      cluster.round();
      ASSERT_LT(cluster.spread(), 1.05);
    }
  }
}

TEST(DivideBudget, AgentsWithWorthlessVisitsDoNotHideTheDifferencesOfOthers) {
  Cluster cluster(100);
  cluster.add({.a = 1, .b = 10});
  cluster.add({.a = 3, .b = 10});
  for (int i = 0; i < 6; ++i) cluster.add({.a = 1e-9, .b = 10});
  for (int round = 0; round < 100; ++round) cluster.round();
  EXPECT_LT(cluster.spread(), 1.05);
  EXPECT_GT(cluster.rate(0) + cluster.rate(1), 95);
}

TEST(DivideBudget, NewAgentStartsWithAnEvenShareWhenOthersHaveGivenItUp) {
  Cluster cluster(90);
  cluster.add({.a = 1, .b = 10});
  cluster.add({.a = 1, .b = 10});
  for (int i = 0; i < 5; ++i) cluster.round();
  EXPECT_NEAR(cluster.rate(0), 45, 1);
  cluster.add({.a = 1, .b = 10});
  cluster.coordinate();
  cluster.heartbeat(2);
  EXPECT_EQ(cluster.rate(2), 0) << "the others may still use all";
  for (int i = 0; i < 2; ++i) {
    cluster.heartbeat(0);
    cluster.heartbeat(1);
  }
  cluster.coordinate();
  cluster.heartbeat(2);
  EXPECT_NEAR(cluster.rate(2), 30, 0.01);
}

TEST(DivideBudget, AgentThatUsesLittleGivesTheRestToOthersAndGetsItBack) {
  Cluster cluster(100);
  cluster.add({.a = 1, .b = 50});
  cluster.add({.a = 1, .b = 50, .demand = 2});
  for (int i = 0; i < 40; ++i) cluster.round();
  EXPECT_GT(cluster.rate(0), 95);
  EXPECT_GE(cluster.rate(1), 2.4);
}

TEST(DivideBudget, IdleAgentKeepsAFloor) {
  Cluster cluster(100);
  cluster.add({});
  cluster.add({.demand = 0});
  for (int i = 0; i < 40; ++i) cluster.round();
  EXPECT_NEAR(cluster.rate(1), 100 / 2 * kFloor, 0.5);
  EXPECT_NEAR(cluster.rate(0), 97, 2);
}

TEST(DivideBudget, NobodyLosesIfNobodyNeedsMore) {
  Cluster cluster(100);
  cluster.add({.demand = 1});
  cluster.add({.demand = 1});
  for (int i = 0; i < 20; ++i) cluster.round();
  EXPECT_NEAR(cluster.rate(0), 50, 1);
  EXPECT_NEAR(cluster.rate(1), 50, 1);
}

TEST(DivideBudget, WithoutABudgetRatesAreInfinite) {
  Cluster cluster(std::nullopt);
  cluster.add({});
  cluster.round();
  EXPECT_EQ(cluster.rate(0), kInfinity);
  cluster.set_budget(8);
  for (int i = 0; i < 3; ++i) cluster.round();
  EXPECT_NEAR(cluster.rate(0), 8, 0.1);
}

TEST(DivideBudget, LoweredBudgetIsFollowedToTheLastHundredth) {
  Cluster cluster(100);
  cluster.add({});
  cluster.add({});
  for (int i = 0; i < 5; ++i) cluster.round();
  cluster.set_budget(99.5);
  for (int i = 0; i < 5; ++i) cluster.round();
  EXPECT_LE(cluster.sum(), 99.5 * (1 + 1e-6));
}

TEST(DivideBudget, OddReportsCountAsNothing) {
  std::vector<AgentRow> rows(3);
  for (size_t i = 0; i < rows.size(); ++i) {
    rows[i].session = {i + 1};
    rows[i].is_alive = true;
    rows[i].granted_rate = 30;
    rows[i].highest_rate = 30;
    rows[i].report = {
        .price = i == 0 ? std::nan("") : -1, .rate = 30, .used = i == 1 ? kInfinity : 30};
  }
  for (const Plan::Grant& grant : divide_budget(100, rows)) {
    EXPECT_GE(grant.rate, 0);
    EXPECT_LE(grant.rate, 100);
  }
}

RC_GTEST_PROP(DivideBudget, SumOfRatesInUseNeverExceedsTheBudget, ()) {
  constexpr double kBudget = 60;
  Cluster cluster(kBudget);
  const auto steps = *rc::gen::inRange(1, 200);
  for (int step = 0; step < steps; ++step) {
    const auto what = *rc::gen::inRange(0, 20);
    const auto agent = cluster.size() == 0 ? 0 : *rc::gen::inRange<size_t>(0, cluster.size());
    if (cluster.size() == 0 || (what == 0 && cluster.size() < 20)) {
      cluster.add({.a = *rc::gen::element(0.0, 0.1, 1.0, 100.0),
                   .b = *rc::gen::element(0.1, 10.0, 1000.0),
                   .demand = *rc::gen::element(0.0, 3.0, kInfinity)});
    } else if (what == 1) {
      cluster.die(agent);
    } else if (what < 8) {
      cluster.coordinate();
    } else {
      cluster.heartbeat(agent, what < 11);
    }
    RC_ASSERT(cluster.sum() <= kBudget * (1 + 1e-6));
  }
}

}  // namespace
}  // namespace freshet::cluster
