#include "cluster/termination.h"

#include <deque>
#include <numeric>

#include "gtest/gtest.h"
#include "rapidcheck/gtest.h"

namespace freshet::cluster {
namespace {

// Agents that hand work to each other through the store: committing a discovery makes it pending,
// and taking it makes it the work of its owner. Reports are written, and received later.
class World {
 public:
  explicit World(size_t agents) : agents_(agents) {
    for (size_t i = 0; i < agents; ++i) {
      view_.agents.push_back({.name = std::string(1, static_cast<char>('a' + i)),
                              .session = {i + 1},
                              .is_alive = true});
    }
    for (int i = 0; i < store::kShards; ++i) {
      view_.shards.push_back({.shard = static_cast<store::ShardId>(i),
                              .owner = {static_cast<uint64_t>(i) % agents + 1}});
    }
    for (size_t i = 0; i < agents; ++i) {
      write_report(i);
      receive_report(i);
    }
  }

  void give_work(size_t agent) {
    ++agents_[agent].work;
    ++agents_[agent].activity;
  }
  // A page is visited, and a discovery for the other agent is committed with it.
  void visit(size_t agent, std::optional<size_t> finds_for) {
    if (agents_[agent].work == 0) return;
    if (finds_for) ++agents_[*finds_for].pending;
    --agents_[agent].work;
  }
  void take_discovery(size_t agent) {
    if (agents_[agent].pending == 0) return;
    give_work(agent);
    --agents_[agent].pending;
  }
  // One at a time is on its way.
  void write_report(size_t agent) {
    Agent& of = agents_[agent];
    if (!of.written) of.written = AgentReport{.is_idle = of.work == 0, .activity = of.activity};
  }
  void receive_report(size_t agent) {
    Agent& of = agents_[agent];
    if (!of.written) return;
    view_.agents[agent].report = *of.written;
    ++view_.agents[agent].heartbeats;
    of.written.reset();
  }
  void change_owner(store::ShardId shard, SessionId owner) {
    view_.shards[shard].owner = owner;
    ++view_.shards[shard].moves;
  }

  const ClusterView& view() const { return view_; }
  ClusterView& view() { return view_; }
  uint64_t pending() const {
    uint64_t sum = 0;
    for (const Agent& agent : agents_) sum += agent.pending;
    return sum;
  }
  bool is_done() const {
    for (const Agent& agent : agents_) {
      if (agent.work != 0) return false;
    }
    return pending() == 0;
  }
  size_t size() const { return agents_.size(); }
  void heartbeats(int count) {
    for (int i = 0; i < count; ++i) {
      for (size_t agent = 0; agent < size(); ++agent) {
        write_report(agent);
        receive_report(agent);
      }
    }
  }

 private:
  struct Agent {
    uint64_t work = 0;
    uint64_t pending = 0;
    uint64_t activity = 0;
    std::optional<AgentReport> written;
  };
  std::vector<Agent> agents_;
  ClusterView view_;
};

// Looks until it is decided, with heartbeats in between.
bool ends(Termination& termination, World& world, int looks = 5) {
  for (int i = 0; i < looks; ++i) {
    world.heartbeats(2);
    if (termination.look(world.view(), world.pending())) return true;
  }
  return false;
}

TEST(Termination, IsSeenWhenAllAgentsAreIdle) {
  World world(3);
  Termination termination;
  EXPECT_TRUE(ends(termination, world));
}

TEST(Termination, IsNotSeenWithoutNewerHeartbeats) {
  World world(2);
  Termination termination;
  for (int i = 0; i < 10; ++i) EXPECT_FALSE(termination.look(world.view(), 0));
  world.heartbeats(1);
  EXPECT_FALSE(termination.look(world.view(), 0));
  world.heartbeats(1);
  EXPECT_TRUE(termination.look(world.view(), 0));
}

TEST(Termination, OneHeartbeatIsNotEnoughBecauseItMayHaveBeenOnItsWay) {
  World world(2);
  Termination termination;
  world.give_work(1);
  world.visit(1, 0);  // b finds something for a
  world.heartbeats(1);
  world.write_report(0);  // a is still idle
  const ClusterView view = world.view();
  world.take_discovery(0);
  EXPECT_EQ(world.pending(), 0u);
  EXPECT_FALSE(termination.look(view, world.pending()));
  EXPECT_FALSE(termination.look(world.view(), world.pending()));
  world.receive_report(0);
  for (int i = 0; i < 2; ++i) {
    world.write_report(1);
    world.receive_report(1);
  }
  EXPECT_FALSE(termination.look(world.view(), world.pending()));
  EXPECT_FALSE(world.is_done());
}

TEST(Termination, WorkThatGoesToAndFroBetweenReportsIsSeenByItsActivity) {
  World world(2);
  Termination termination;
  world.give_work(0);
  for (int round = 0; round < 20; ++round) {
    const size_t has = round % 2;
    const size_t gets = 1 - has;
    world.visit(has, gets);
    world.take_discovery(gets);
    for (int i = 0; i < 2; ++i) {
      world.write_report(has);
      world.receive_report(has);
    }
    EXPECT_FALSE(termination.look(world.view(), world.pending()));
    EXPECT_FALSE(world.is_done());
  }
}

TEST(Termination, PendingDiscoveryPreventsIt) {
  World world(2);
  Termination termination;
  world.give_work(0);
  world.visit(0, 1);
  EXPECT_FALSE(ends(termination, world));
  world.take_discovery(1);
  world.visit(1, std::nullopt);
  EXPECT_TRUE(ends(termination, world));
}

TEST(Termination, ShardWithoutALiveOwnerPreventsIt) {
  World world(2);
  Termination termination;
  world.change_owner(7, {});
  EXPECT_FALSE(ends(termination, world));
  world.change_owner(7, {99});
  EXPECT_FALSE(ends(termination, world));
  world.change_owner(7, {1});
  EXPECT_TRUE(ends(termination, world));
}

TEST(Termination, MovedShardOrNewJobBeginsAnew) {
  World world(2);
  Termination termination;
  for (int i = 0; i < 9; ++i) {
    world.heartbeats(2);
    if (i % 2 == 0)
      world.change_owner(7, {1 + static_cast<uint64_t>(i) / 2 % 2});
    else
      ++world.view().job_version;
    EXPECT_FALSE(termination.look(world.view(), 0));
  }
  EXPECT_TRUE(ends(termination, world));
}

TEST(Termination, AnEmptyClusterIsNotDone) {
  ClusterView view;
  for (int i = 0; i < store::kShards; ++i) view.shards.emplace_back();
  Termination termination;
  for (int i = 0; i < 5; ++i) EXPECT_FALSE(termination.look(view, 0));
}

RC_GTEST_PROP(Termination, WorkInTransitIsNeverMissed, ()) {
  World world(*rc::gen::inRange<size_t>(1, 4));
  Termination termination;
  world.give_work(0);
  const auto steps = *rc::gen::inRange(1, 300);
  // A look reads the view, and counts pending discoveries later.
  std::optional<ClusterView> read;
  for (int step = 0; step < steps; ++step) {
    const auto agent = *rc::gen::inRange<size_t>(0, world.size());
    const auto other = *rc::gen::inRange<size_t>(0, world.size());
    switch (*rc::gen::inRange(0, 8)) {
      case 0: world.visit(agent, other); break;
      case 1: world.visit(agent, std::nullopt); break;
      case 2: world.take_discovery(agent); break;
      case 3:
      case 4: world.write_report(agent); break;
      case 5:
      case 6: world.receive_report(agent); break;
      default:
        if (!read) {
          read = world.view();
        } else {
          if (termination.look(*read, world.pending())) RC_ASSERT(world.is_done());
          read.reset();
        }
    }
  }
  if (world.is_done()) RC_ASSERT(ends(termination, world));
}

}  // namespace
}  // namespace freshet::cluster
