#include "cluster/assignment.h"

#include <algorithm>
#include <map>
#include <set>

#include "gtest/gtest.h"
#include "rapidcheck/gtest.h"

namespace freshet::cluster {
namespace {

using Names = std::vector<std::string>;

Names carried_out(Names assigned, const std::vector<Plan::Assignment>& plan) {
  for (const Plan::Assignment& entry : plan) assigned[entry.shard] = entry.agent;
  return assigned;
}

std::map<std::string, size_t> counts(const Names& assigned) {
  std::map<std::string, size_t> counts;
  for (const std::string& agent : assigned) ++counts[agent];
  return counts;
}

// Agents a, b, c ...; each shard has any of them, live or not, or none.
Names some_agents(size_t most) {
  Names names;
  const auto count = *rc::gen::inRange<size_t>(1, most + 1);
  for (size_t i = 0; i < count; ++i) names.emplace_back(1, static_cast<char>('a' + i));
  return names;
}

Names some_assignment() {
  Names assigned;
  // Few agents have most shards in some cases.
  const auto span = *rc::gen::inRange(1, 12);
  for (int i = 0; i < store::kShards; ++i) {
    const int agent = *rc::gen::inRange(0, span);
    assigned.push_back(agent == 0 ? "" : std::string(1, static_cast<char>('a' + agent - 1)));
  }
  return assigned;
}

// The fewest shards that must change: those without a live agent, and what each agent has too much,
// if the agents that have most get the larger shares.
size_t fewest_changes(const Names& alive, const Names& assigned) {
  std::vector<size_t> has;
  size_t lost = assigned.size();
  for (const std::string& agent : alive) {
    has.push_back(static_cast<size_t>(std::count(assigned.begin(), assigned.end(), agent)));
    lost -= has.back();
  }
  std::sort(has.rbegin(), has.rend());
  size_t surplus = 0;
  for (size_t i = 0; i < has.size(); ++i) {
    const size_t quota = assigned.size() / has.size() + (i < assigned.size() % has.size() ? 1 : 0);
    surplus += has[i] > quota ? has[i] - quota : 0;
  }
  return lost + surplus;
}

RC_GTEST_PROP(PlanAssignments, IsEvenWithFewestMovesWhateverTheOrder, ()) {
  const Names alive = some_agents(11);
  const Names before = some_assignment();
  const auto plan = plan_assignments(alive, before);
  const Names after = carried_out(before, plan);

  const auto has = counts(after);
  RC_ASSERT(has.size() == std::min<size_t>(alive.size(), store::kShards));
  for (const std::string& agent : alive) {
    RC_ASSERT(has.at(agent) >= store::kShards / alive.size());
    RC_ASSERT(has.at(agent) <= store::kShards / alive.size() + 1);
  }
  RC_ASSERT(plan.size() == fewest_changes(alive, before));
  RC_ASSERT(plan_assignments(alive, after).empty());

  Names reversed = alive;
  std::reverse(reversed.begin(), reversed.end());
  RC_ASSERT(plan_assignments(reversed, before) == plan);
}

TEST(PlanAssignments, NothingIsAssignedIfNoAgentIsAlive) {
  EXPECT_TRUE(plan_assignments({}, Names(store::kShards, "a")).empty());
}

TEST(PlanAssignments, ADeadAgentLosesAllAndOnlyItsShardsMove) {
  Names assigned(store::kShards);
  for (size_t i = 0; i < assigned.size(); ++i)
    assigned[i] = i % 3 == 0 ? "a" : i % 3 == 1 ? "b" : "c";
  const auto plan = plan_assignments({"a", "c"}, assigned);
  for (const auto& entry : plan) EXPECT_EQ(assigned[entry.shard], "b");
  EXPECT_EQ(plan.size(), counts(assigned)["b"]);
}

TEST(PlanAssignments, MoreAgentsThanShardsGetAtMostOne) {
  Names alive;
  for (int i = 0; i < 300; ++i) alive.push_back("agent" + std::to_string(i));
  const auto plan = plan_assignments(alive, Names(store::kShards));
  std::set<std::string> agents;
  for (const auto& entry : plan) EXPECT_TRUE(agents.insert(entry.agent).second);
  EXPECT_EQ(plan.size(), size_t{store::kShards});
}

TEST(PlanAssignments, ANewAgentTakesFromThoseThatHaveMost) {
  Names assigned(store::kShards, "a");
  for (size_t i = 0; i < 100; ++i) assigned[i] = "b";
  const auto plan = plan_assignments({"a", "b", "c"}, assigned);
  auto has = counts(carried_out(assigned, plan));
  EXPECT_EQ(has["a"], 86u);
  EXPECT_EQ(has["b"], 85u);
  EXPECT_EQ(has["c"], 85u);
  EXPECT_EQ(plan.size(), 85u);
}

}  // namespace
}  // namespace freshet::cluster
