#include "cluster/coordinator.h"

#include "cluster/memory_registry.h"
#include "gtest/gtest.h"
#include "support/manual_clock.h"

namespace freshet::cluster {
namespace {

constexpr Duration kLease = Duration::seconds(15);

class Coordinate : public testing::Test {
 protected:
  SessionId join(Registry& registry, const std::string& name) {
    return registry.join(name, "host").value().session;
  }

  test::ManualClock clock_{Instant::from_unix_seconds(1'800'000'000)};
  MemoryCluster cluster_{clock_, {.lease = kLease}};
  std::unique_ptr<Registry> a_ = cluster_.connect();
  std::unique_ptr<Registry> b_ = cluster_.connect();
};

TEST_F(Coordinate, ShardsAndBudgetGoToLiveAgents) {
  const SessionId a = join(*a_, "a");
  join(*b_, "b");
  ASSERT_TRUE(a_->set_job("{}", 10));
  EXPECT_TRUE(coordinate(*a_, a).value());
  const ClusterView view = a_->view().value();
  int of_b = 0;
  for (const ShardRow& shard : view.shards) of_b += shard.assigned == "b" ? 1 : 0;
  EXPECT_EQ(of_b, 128);
  for (const AgentRow& agent : view.agents) EXPECT_EQ(agent.granted_rate, 5);
}

TEST_F(Coordinate, OnlyOneAgentDoesIt) {
  const SessionId a = join(*a_, "a");
  const SessionId b = join(*b_, "b");
  EXPECT_TRUE(coordinate(*a_, a).value());
  EXPECT_FALSE(coordinate(*b_, b).value());
}

TEST_F(Coordinate, AnotherAgentGoesOnWhereItStopped) {
  const SessionId a = join(*a_, "a");
  ASSERT_TRUE(coordinate(*a_, a));
  const SessionId b = join(*b_, "b");
  ASSERT_TRUE(a_->leave(a));
  EXPECT_TRUE(coordinate(*b_, b).value());
  const ClusterView view = b_->view().value();
  for (const ShardRow& shard : view.shards) EXPECT_EQ(shard.assigned, "b");
}

TEST_F(Coordinate, NothingIsPlannedIfNothingChanges) {
  const SessionId a = join(*a_, "a");
  ASSERT_TRUE(a_->set_job("{}", 10));
  ASSERT_TRUE(coordinate(*a_, a));
  ASSERT_TRUE(a_->heartbeat(a, {}));
  ASSERT_TRUE(a_->heartbeat(a, {.rate = 10, .used = 10}));
  EXPECT_TRUE(plan_changes(a_->view().value()).empty());
}

TEST_F(Coordinate, NoShardsAreMovedWhileATaskRunsUnlessAnAgentOfItDies) {
  const SessionId a = join(*a_, "a");
  ASSERT_TRUE(coordinate(*a_, a));
  ASSERT_TRUE(a_->own(a, store::ShardSet::all())->is_all());
  const auto tasks = cluster_.connect_tasks();
  const auto task = tasks->start(
      {.kind = "sort", .options = "", .driver = "test", .lease = Duration::minutes(10)});
  ASSERT_TRUE(task && task->task);
  const SessionId b = join(*b_, "b");
  EXPECT_TRUE(plan_changes(a_->view().value()).assignments.empty());
  clock_.advance(Duration::seconds(10));
  ASSERT_TRUE(b_->heartbeat(b, {}));
  clock_.advance(Duration::seconds(10));
  EXPECT_TRUE(coordinate(*b_, b).value());
  const ClusterView view = b_->view().value();
  for (const ShardRow& shard : view.shards) EXPECT_EQ(shard.assigned, "b");
  EXPECT_FALSE(tasks->task(task->task->id));
}

TEST_F(Coordinate, AgentsThatAreSilentForALeaseAreExpiredOnce) {
  const SessionId a = join(*a_, "a");
  const SessionId b = join(*b_, "b");
  clock_.advance(kLease / 2);
  ASSERT_TRUE(a_->heartbeat(a, {}));
  clock_.advance(kLease / 2);
  EXPECT_EQ(plan_changes(a_->view().value()).expired, std::vector<SessionId>{b});
  ASSERT_TRUE(coordinate(*a_, a));
  EXPECT_TRUE(plan_changes(a_->view().value()).expired.empty());
}

TEST_F(Coordinate, EndedSessionIsAnError) {
  const SessionId a = join(*a_, "a");
  clock_.advance(kLease);
  const Result<bool> result = coordinate(*a_, a);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().kind, ErrorKind::kFenced);
}

}  // namespace
}  // namespace freshet::cluster
