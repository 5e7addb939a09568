#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <memory>
#include <thread>

#include "cluster/registry.h"

namespace freshet::cluster {

inline constexpr Duration kLease = Duration::seconds(15);

// The tests that every Registry must pass. To run them on a new implementation, write a class with
//   static std::string missing()  why the tests must be skipped; empty: they need not
//   Result<std::unique_ptr<Registry>> connect()    to tables that are empty at first
//   void pass(Duration)        the time of all sessions and address leases passes
//   void drop_connections()    ends all connections of the registries, as a server that restarts
//   void announce(const store::ShardSet&)          as a store that has committed discoveries
// and instantiate the suites of registry_contract*.h with it.
template <typename Maker>
class RegistryContractBase : public testing::Test {
 protected:
  void SetUp() override {
    if (const std::string missing = Maker::missing(); !missing.empty()) GTEST_SKIP() << missing;
    maker_ = std::make_unique<Maker>();
    registry_ = connect();
    other_ = connect();
    ASSERT_NE(registry_, nullptr);
    ASSERT_NE(other_, nullptr);
  }

  std::unique_ptr<Registry> connect() {
    auto made = maker_->connect();
    EXPECT_TRUE(made) << made.error().message;
    return made ? *std::move(made) : nullptr;
  }
  static SessionId join(Registry& registry, const std::string& name) {
    const auto joined = registry.join(name, "host of " + name);
    EXPECT_TRUE(joined) << joined.error().message;
    return joined ? joined->session : SessionId{};
  }
  static Orders heartbeat(Registry& registry, SessionId session, const AgentReport& report = {}) {
    const auto orders = registry.heartbeat(session, report);
    EXPECT_TRUE(orders) << orders.error().message;
    return orders ? *orders : Orders{};
  }
  void carry_out(const Plan& plan) {
    const Status done = registry_->carry_out(plan);
    EXPECT_TRUE(done) << done.error().message;
  }
  void assign(const store::ShardSet& shards, const std::string& agent) {
    Plan plan;
    for (int i = 0; i < store::kShards; ++i) {
      const auto shard = static_cast<store::ShardId>(i);
      if (shards.contains(shard)) plan.assignments.push_back({shard, agent});
    }
    carry_out(plan);
  }
  // Joins as a, and coordinates.
  void join_as_coordinator() {
    a_ = join(*registry_, "a");
    EXPECT_TRUE(registry_->try_to_coordinate(a_).value());
  }
  AgentRow agent(const std::string& name) {
    const ClusterView view = registry_->view().value();
    for (const AgentRow& row : view.agents) {
      if (row.name == name) return row;
    }
    ADD_FAILURE() << "no agent " << name;
    return {};
  }
  ShardRow shard(store::ShardId number) { return registry_->view().value().shards.at(number); }

  template <typename T>
  static bool is_fenced(const Result<T>& result) {
    return !result && result.error().kind == ErrorKind::kFenced;
  }
  // Time passes, but not for this agent.
  void pass_with_heartbeats(Duration time, Registry& registry, SessionId session) {
    for (Duration passed; passed < time; passed += Duration::seconds(5)) {
      maker_->pass(Duration::seconds(5));
      heartbeat(registry, session);
    }
  }

  std::unique_ptr<Maker> maker_;
  std::unique_ptr<Registry> registry_;
  std::unique_ptr<Registry> other_;
  SessionId a_;
};

// Names, sessions, shards and the coordinator.
template <typename Maker>
class RegistryContract : public RegistryContractBase<Maker> {};
TYPED_TEST_SUITE_P(RegistryContract);

TYPED_TEST_P(RegistryContract, AgentsHaveSessionsAndWriterNumbersOfTheirOwn) {
  const auto a = this->registry_->join("a", "host 1").value();
  const auto b = this->other_->join("b", "host 2").value();
  EXPECT_NE(a.session, b.session);
  EXPECT_NE(a.writer, 0);
  EXPECT_NE(b.writer, 0);
  EXPECT_NE(a.writer, b.writer);
  EXPECT_EQ(a.lease, kLease);
  const AgentRow row = this->agent("b");
  EXPECT_EQ(row.host, "host 2");
  EXPECT_EQ(row.writer, b.writer);
  EXPECT_EQ(row.session, b.session);
  EXPECT_TRUE(row.is_alive);
  EXPECT_FALSE(row.has_ended);
}

TYPED_TEST_P(RegistryContract, NameOfALiveAgentIsRefusedWithItsHost) {
  const SessionId first = this->join(*this->registry_, "a");
  const auto second = this->other_->join("a", "elsewhere");
  ASSERT_TRUE(this->is_fenced(second));
  EXPECT_NE(second.error().message.find("host of a"), std::string::npos) << second.error().message;
  EXPECT_NE(second.error().message.find("--name"), std::string::npos) << second.error().message;
  this->heartbeat(*this->registry_, first);
}

TYPED_TEST_P(RegistryContract, ExpiredAgentIsReplacedAndItsCallsAreFenced) {
  this->join_as_coordinator();
  const auto old = this->other_->join("b", "host 1").value();
  this->assign({1, 2}, "b");
  EXPECT_EQ(this->other_->own(old.session, {1, 2}).value(), (store::ShardSet{1, 2}));
  this->pass_with_heartbeats(kLease, *this->registry_, this->a_);

  const auto third = this->connect();
  const auto now = third->join("b", "host 2").value();
  EXPECT_NE(now.session, old.session);
  EXPECT_EQ(now.writer, old.writer);
  EXPECT_EQ(this->shard(1).owner, SessionId{});

  EXPECT_TRUE(this->is_fenced(this->other_->heartbeat(old.session, {})));
  EXPECT_TRUE(this->is_fenced(this->other_->own(old.session, {1})));
  EXPECT_TRUE(this->is_fenced(this->other_->release(old.session, {1})));
  EXPECT_TRUE(this->is_fenced(this->other_->lease_addresses(old.session, {})));
  EXPECT_TRUE(this->is_fenced(this->other_->try_to_coordinate(old.session)));
  EXPECT_TRUE(this->is_fenced(this->other_->leave(old.session)));
  EXPECT_EQ(this->heartbeat(*third, now.session).assigned, (store::ShardSet{1, 2}));
  EXPECT_EQ(this->agent("b").host, "host 2");
}

TYPED_TEST_P(RegistryContract, ExpiredSessionIsNotRenewedEvenIfNobodyHasReplacedIt) {
  const SessionId session = this->join(*this->registry_, "a");
  this->maker_->pass(kLease);
  EXPECT_FALSE(this->agent("a").is_alive);
  EXPECT_FALSE(this->agent("a").has_ended);
  EXPECT_TRUE(this->is_fenced(this->registry_->heartbeat(session, {})));
}

TYPED_TEST_P(RegistryContract, HeartbeatsKeepASessionAndShowTheReport) {
  const SessionId session = this->join(*this->registry_, "a");
  const AgentReport report{.held = {3, 200},
                           .pages = 1'000'000'000'000,
                           .requests = 7,
                           .is_idle = true,
                           .activity = 42,
                           .price = 0.125,
                           .rate = 2.5,
                           .used = 1.5,
                           .details = "{\"lag\":\"3 s\",\"\xC3\xA9\":1}"};
  this->pass_with_heartbeats(kLease * 2, *this->registry_, session);
  this->heartbeat(*this->registry_, session, report);
  const AgentRow row = this->agent("a");
  EXPECT_TRUE(row.is_alive);
  EXPECT_LT(row.silent, Duration::seconds(5));
  EXPECT_EQ(row.heartbeats, 7u);
  EXPECT_EQ(row.report.held, report.held);
  EXPECT_EQ(row.report.pages, report.pages);
  EXPECT_EQ(row.report.requests, report.requests);
  EXPECT_TRUE(row.report.is_idle);
  EXPECT_EQ(row.report.activity, report.activity);
  EXPECT_EQ(row.report.price, report.price);
  EXPECT_EQ(row.report.rate, report.rate);
  EXPECT_EQ(row.report.used, report.used);
  EXPECT_EQ(row.report.details, report.details);
}

TYPED_TEST_P(RegistryContract, ShardsAreOwnedOnlyIfAssignedAndFree) {
  this->join_as_coordinator();
  const SessionId b = this->join(*this->other_, "b");
  this->assign({1, 2}, "a");
  EXPECT_EQ(this->registry_->own(this->a_, {1, 2, 3}).value(), (store::ShardSet{1, 2}));
  EXPECT_EQ(this->registry_->own(this->a_, {1}).value(), store::ShardSet{1}) << "again";
  this->assign({2, 3}, "b");
  const Orders orders = this->heartbeat(*this->other_, b);
  EXPECT_EQ(orders.assigned, (store::ShardSet{2, 3}));
  EXPECT_EQ(orders.free, store::ShardSet{3});
  EXPECT_EQ(this->other_->own(b, {2, 3}).value(), store::ShardSet{3});

  EXPECT_EQ(this->heartbeat(*this->registry_, this->a_).owned, (store::ShardSet{1, 2}));
  ASSERT_TRUE(this->registry_->release(this->a_, {2, 3}));
  EXPECT_EQ(this->shard(3).owner, b) << "it was not a's to release";
  EXPECT_EQ(this->heartbeat(*this->other_, b).free, (store::ShardSet{2, 3}));
  EXPECT_EQ(this->other_->own(b, {2}).value(), store::ShardSet{2});
  EXPECT_EQ(this->shard(2).moves, 2u);
  EXPECT_EQ(this->shard(1).moves, 1u);
}

TYPED_TEST_P(RegistryContract, ShardsOfADeadAgentAreFree) {
  this->join_as_coordinator();
  const SessionId b = this->join(*this->other_, "b");
  this->assign({5}, "b");
  EXPECT_EQ(this->other_->own(b, {5}).value(), store::ShardSet{5});
  this->pass_with_heartbeats(kLease, *this->registry_, this->a_);
  this->assign({5}, "a");
  EXPECT_EQ(this->heartbeat(*this->registry_, this->a_).free, store::ShardSet{5});
  EXPECT_EQ(this->registry_->own(this->a_, {5}).value(), store::ShardSet{5});

  this->carry_out({.expired = {b}});
  EXPECT_TRUE(this->agent("b").has_ended);
  EXPECT_EQ(this->shard(5).owner, this->a_) << "it is no longer b's";
}

TYPED_TEST_P(RegistryContract, LiveAgentIsNotExpiredByAPlan) {
  this->join_as_coordinator();
  const SessionId b = this->join(*this->other_, "b");
  this->assign({5}, "b");
  EXPECT_EQ(this->other_->own(b, {5}).value(), store::ShardSet{5});
  this->carry_out({.expired = {b}});
  EXPECT_EQ(this->heartbeat(*this->other_, b).owned, store::ShardSet{5});
}

TYPED_TEST_P(RegistryContract, LeavingFreesShardsAtOnce) {
  this->join_as_coordinator();
  const SessionId b = this->join(*this->other_, "b");
  this->assign({5}, "b");
  EXPECT_EQ(this->other_->own(b, {5}).value(), store::ShardSet{5});
  ASSERT_TRUE(this->other_->leave(b));
  EXPECT_EQ(this->shard(5).owner, SessionId{});
  EXPECT_TRUE(this->agent("b").has_ended);
  EXPECT_TRUE(this->is_fenced(this->other_->heartbeat(b, {})));
  EXPECT_NE(this->join(*this->other_, "b"), b);
}

TYPED_TEST_P(RegistryContract, OneConnectionCoordinatesUntilItsSessionLeaves) {
  this->join_as_coordinator();
  const SessionId b = this->join(*this->other_, "b");
  EXPECT_TRUE(this->registry_->try_to_coordinate(this->a_).value()) << "again";
  EXPECT_FALSE(this->other_->try_to_coordinate(b).value());
  EXPECT_TRUE(this->is_fenced(this->other_->carry_out({.assignments = {{1, "b"}}})));
  EXPECT_EQ(this->shard(1).assigned, "");
  EXPECT_EQ(this->registry_->view()->coordinator, "a");
  ASSERT_TRUE(this->registry_->leave(this->a_));
  EXPECT_EQ(this->registry_->view()->coordinator, "");
  EXPECT_TRUE(this->other_->try_to_coordinate(b).value());
  EXPECT_EQ(this->registry_->view()->coordinator, "b");
  EXPECT_TRUE(this->is_fenced(this->registry_->carry_out({})));
}

TYPED_TEST_P(RegistryContract, CoordinatorThatIsSilentForALeaseIsReplaced) {
  this->join_as_coordinator();
  const SessionId b = this->join(*this->other_, "b");
  this->pass_with_heartbeats(kLease, *this->other_, b);
  // The first call may only end the connection of the other one.
  bool coordinates = false;
  for (int i = 0; i < 1'000 && !coordinates; ++i) {
    coordinates = this->other_->try_to_coordinate(b).value();
  }
  EXPECT_TRUE(coordinates);
  EXPECT_FALSE(this->registry_->carry_out({.assignments = {{1, "a"}}}));
  EXPECT_EQ(this->other_->view()->shards.at(1).assigned, "");
}

TYPED_TEST_P(RegistryContract, LostConnectionEndsCoordinationButNotTheSession) {
  this->join_as_coordinator();
  const SessionId b = this->join(*this->other_, "b");
  this->assign({1}, "a");
  EXPECT_EQ(this->registry_->own(this->a_, {1}).value(), store::ShardSet{1});
  this->maker_->drop_connections();
  const auto lost = this->registry_->heartbeat(this->a_, {});
  ASSERT_FALSE(lost);
  EXPECT_EQ(lost.error().kind, ErrorKind::kUnavailable) << lost.error().message;
  EXPECT_EQ(this->heartbeat(*this->registry_, this->a_).owned, store::ShardSet{1});
  EXPECT_TRUE(this->is_fenced(this->registry_->carry_out({.assignments = {{1, "b"}}})));

  EXPECT_FALSE(this->other_->heartbeat(b, {}));
  EXPECT_TRUE(this->other_->try_to_coordinate(b).value());
  EXPECT_FALSE(this->registry_->try_to_coordinate(this->a_).value());
}

TYPED_TEST_P(RegistryContract, OfManyThatJoinWithOneNameOneSucceeds) {
  std::atomic<int> joined = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&, registry = this->connect()] {
      if (registry->join("same", "host")) ++joined;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(joined, 1);
}

TYPED_TEST_P(RegistryContract, OfManyThatTryToCoordinateOneDoes) {
  std::atomic<int> coordinators = 0;
  std::vector<std::unique_ptr<Registry>> registries;
  for (int i = 0; i < 4; ++i) registries.push_back(this->connect());
  std::vector<std::thread> threads;
  for (const auto& registry : registries) {
    threads.emplace_back([&] {
      const std::string name = "agent " + std::to_string(&registry - registries.data());
      const SessionId session = this->join(*registry, name);
      if (registry->try_to_coordinate(session).value()) ++coordinators;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(coordinators, 1);
}

TYPED_TEST_P(RegistryContract, ShardHasOneOwnerWhileAgentsAndAssignmentsChange) {
  this->join_as_coordinator();
  const store::ShardSet all{7};
  std::atomic<bool> stop = false;
  std::atomic<int> owners = 0;
  std::atomic<int> turns = 0;
  std::vector<std::thread> threads;
  for (const char* name : {"b", "c"}) {
    threads.emplace_back([&, name, registry = this->connect()] {
      SessionId session = this->join(*registry, name);
      while (!stop) {
        const auto owned = registry->own(session, all);
        if (!owned || owned->empty()) continue;
        EXPECT_EQ(++owners, 1);
        ++turns;
        --owners;
        // A hand-over and an end take turns.
        if (turns % 2 == 0) {
          EXPECT_TRUE(registry->release(session, all));
        } else {
          EXPECT_TRUE(registry->leave(session));
          session = this->join(*registry, name);
        }
      }
    });
  }
  for (int i = 0; i < 100 || turns < 10; ++i) this->assign(all, i % 2 == 0 ? "b" : "c");
  stop = true;
  for (std::thread& thread : threads) thread.join();
}

REGISTER_TYPED_TEST_SUITE_P(
    RegistryContract, AgentsHaveSessionsAndWriterNumbersOfTheirOwn,
    NameOfALiveAgentIsRefusedWithItsHost, ExpiredAgentIsReplacedAndItsCallsAreFenced,
    ExpiredSessionIsNotRenewedEvenIfNobodyHasReplacedIt, HeartbeatsKeepASessionAndShowTheReport,
    ShardsAreOwnedOnlyIfAssignedAndFree, ShardsOfADeadAgentAreFree, LiveAgentIsNotExpiredByAPlan,
    LeavingFreesShardsAtOnce, OneConnectionCoordinatesUntilItsSessionLeaves,
    CoordinatorThatIsSilentForALeaseIsReplaced, LostConnectionEndsCoordinationButNotTheSession,
    OfManyThatJoinWithOneNameOneSucceeds, OfManyThatTryToCoordinateOneDoes,
    ShardHasOneOwnerWhileAgentsAndAssignmentsChange);

}  // namespace freshet::cluster
