#include "cluster/member.h"

#include <array>
#include <functional>
#include <memory>

#include "cluster/budget_division.h"
#include "cluster/coordinator.h"
#include "cluster/memory_registry.h"
#include "cluster/steady_time.h"
#include "gtest/gtest.h"
#include "rapidcheck/gtest.h"
#include "support/manual_clock.h"

namespace freshet::cluster {
namespace {

constexpr Duration kLease = Duration::seconds(15);
constexpr Duration kSecond = Duration::seconds(1);
constexpr double kBudget = 60;

// A registry whose calls can fail: before they reach the tables, or after, with a lost answer.
class FailingRegistry final : public Registry {
 public:
  enum class Fails { kNever, kBefore, kAfter };

  explicit FailingRegistry(std::unique_ptr<Registry> inner) : inner_(std::move(inner)) {}

  Fails fails = Fails::kNever;
  store::ShardSet forgotten;  // answers are as if others owned these

  Result<Joined> join(const std::string& name, const std::string& host) override {
    return call<Result<Joined>>([&] { return inner_->join(name, host); });
  }
  Result<Orders> heartbeat(SessionId session, const AgentReport& report) override {
    Result<Orders> orders =
        call<Result<Orders>>([&] { return inner_->heartbeat(session, report); });
    if (orders) orders->owned.remove_all(forgotten);
    if (orders) orders->free.remove_all(forgotten);
    return orders;
  }
  Result<store::ShardSet> own(SessionId session, const store::ShardSet& shards) override {
    return call<Result<store::ShardSet>>([&] { return inner_->own(session, shards); });
  }
  Status release(SessionId session, const store::ShardSet& shards) override {
    return call<Status>([&] { return inner_->release(session, shards); });
  }
  Status leave(SessionId session) override {
    return call<Status>([&] { return inner_->leave(session); });
  }
  Result<bool> try_to_coordinate(SessionId session) override {
    return call<Result<bool>>([&] { return inner_->try_to_coordinate(session); });
  }
  Result<ClusterView> view() override {
    return call<Result<ClusterView>>([&] { return inner_->view(); });
  }
  Status carry_out(const Plan& plan) override {
    return call<Status>([&] { return inner_->carry_out(plan); });
  }
  Result<std::vector<AddressGrant>> lease_addresses(SessionId session,
                                                    std::span<const AddressWant> wants) override {
    return inner_->lease_addresses(session, wants);
  }
  Result<std::string> job() override { return inner_->job(); }
  Status set_job(const std::string& job, std::optional<double> budget) override {
    return inner_->set_job(job, budget);
  }
  Notifications take_notifications() override {
    Notifications taken = inner_->take_notifications();
    return fails == Fails::kNever ? taken : Notifications{};
  }
  int descriptor() const override { return -1; }

 private:
  template <typename T>
  T call(const std::function<T()>& function) {
    const Error unreachable{"the server does not answer", ErrorKind::kUnavailable};
    if (fails == Fails::kBefore) return Unexpected(unreachable);
    T result = function();
    if (fails == Fails::kAfter) return Unexpected(unreachable);
    return result;
  }

  const std::unique_ptr<Registry> inner_;
};

// An agent: a member, and an engine that follows its directions at once or as slowly as it likes.
class Agent {
 public:
  Agent(MemoryCluster& cluster, const Clock& clock, const std::string& name)
      : registry_(cluster.connect()),
        clock_(clock),
        lease_(clock),
        time_(clock),
        member_({.name = name, .host = "host of " + name},
                {.registry = registry_, .clock = clock, .lease = lease_, .cluster_time = time_}) {}

  void tick() {
    directions_ = member_.tick({.held = held_, .price = 1, .rate = rate_, .used = rate_});
    // A shard counts as held from now on, although the engine may be slow to begin.
    held_.add_all(directions_.hold);
    if (directions_.is_lost) held_ = {};
    rate_ = directions_.rate;
  }
  void let_go() { held_.keep_only(directions_.hold); }
  void run() {
    if (steady_time(clock_) >= directions_.next_tick ||
        registry_.fails == FailingRegistry::Fails::kNever)
      tick();
    let_go();
    coordinate();
  }
  void coordinate() {
    if (member_.session() != SessionId{}) (void)cluster::coordinate(registry_, member_.session());
  }
  Status leave() {
    held_ = {};
    rate_ = 0;
    return member_.leave();
  }

  FailingRegistry& registry() { return registry_; }
  Member& member() { return member_; }
  const Directions& directions() const { return directions_; }
  const LeaseClock& lease() const { return lease_; }
  const ClusterClock& time() const { return time_; }
  const store::ShardSet& held() const { return held_; }
  // What it may do now: its engine asks the lease before each request.
  store::ShardSet works_on() const { return lease_.is_valid() ? held_ : store::ShardSet(); }
  double sends() const { return lease_.is_valid() ? rate_ : 0; }

 private:
  FailingRegistry registry_;
  const Clock& clock_;
  LeaseClock lease_;
  ClusterClock time_;
  Member member_;
  Directions directions_;
  store::ShardSet held_;
  double rate_ = 0;
};

class World {
 public:
  explicit World(const std::vector<std::string>& names) {
    (void)cluster_.connect()->set_job("{}", kBudget);
    for (const std::string& name : names) add(name);
  }
  ~World() { EXPECT_TRUE(is_right_) << "two agents worked on a shard, or the budget was exceeded"; }
  World(const World&) = delete;
  World& operator=(const World&) = delete;

  Agent& add(const std::string& name) {
    agents_.push_back(std::make_unique<Agent>(cluster_, clock_, name));
    return *agents_.back();
  }
  Agent& operator[](size_t at) { return *agents_[at]; }
  size_t size() const { return agents_.size(); }
  // All agents run once a second, except the one that is stopped.
  void run(Duration time, const Agent* stopped = nullptr) {
    for (Duration passed; passed < time; passed += kSecond) {
      for (const auto& agent : agents_) {
        if (agent.get() != stopped) agent->run();
        check();
      }
      pass(kSecond);
    }
  }
  void pass(Duration time) {
    clock_.advance(time);
    check();
  }
  // No shard has two agents that work on it, and the rates are within the budget.
  void check() {
    store::ShardSet seen;
    double sum = 0;
    for (const auto& agent : agents_) {
      store::ShardSet both = agent->works_on();
      both.keep_only(seen);
      is_right_ = is_right_ && both.empty();
      seen.add_all(agent->works_on());
      sum += agent->sends();
    }
    is_right_ = is_right_ && sum <= kBudget * (1 + 1e-6);
  }
  bool is_right() const { return is_right_; }
  size_t shards_worked_on() const {
    size_t sum = 0;
    for (const auto& agent : agents_) sum += agent->works_on().size();
    return sum;
  }
  MemoryCluster& cluster() { return cluster_; }
  const Clock& clock() const { return clock_; }

 private:
  test::ManualClock clock_{Instant::from_unix_seconds(1'800'000'000)};
  MemoryCluster cluster_{clock_, {.lease = kLease}};
  std::vector<std::unique_ptr<Agent>> agents_;
  bool is_right_ = true;
};

TEST(Member, OneAgentGetsAllShardsAndTheBudget) {
  World world({"a"});
  world.run(Duration::seconds(10));
  EXPECT_TRUE(world[0].works_on().is_all());
  EXPECT_NEAR(world[0].sends(), kBudget, 0.1);
  EXPECT_EQ(world[0].member().writer(), 1);
  EXPECT_EQ(world[0].directions().job_version, 1u);
  EXPECT_FALSE(world[0].directions().trouble);
}

TEST(Member, AgentsThatJoinGetTheirPartAndGiveItBackWhenTheyLeave) {
  World world({"a", "b"});
  world.run(Duration::seconds(10));
  EXPECT_EQ(world[0].works_on().size(), 128u);
  EXPECT_EQ(world[1].works_on().size(), 128u);
  world.add("c");
  world.run(Duration::seconds(20));
  for (size_t i = 0; i < 3; ++i) EXPECT_GE(world[i].works_on().size(), 85u) << i;
  EXPECT_GE(world[2].sends(), kBudget / 3 / kStep);
  ASSERT_TRUE(world[1].leave());
  world.run(Duration::seconds(10), &world[1]);
  EXPECT_EQ(world[0].works_on().size() + world[2].works_on().size(), 256u);
}

TEST(Member, ShardIsHandedOverOnlyWhenTheEngineHasLetGoOfIt) {
  World world({"a"});
  world.run(Duration::seconds(5));
  Agent& b = world.add("b");
  for (int second = 0; second < 60; ++second) {
    world[0].tick();
    world[0].coordinate();
    b.run();
    world.pass(kSecond);
  }
  EXPECT_EQ(world[0].directions().hold.size(), 128u);
  EXPECT_TRUE(world[0].held().is_all());
  EXPECT_TRUE(b.works_on().empty());
  world.run(Duration::seconds(5));
  EXPECT_EQ(b.works_on().size(), 128u);
}

TEST(Member, ShardsOfADeadAgentGoToOthersAfterTheLease) {
  World world({"a", "b", "c"});
  world.run(Duration::seconds(10));
  world.run(Duration::seconds(10), &world[0]);  // a coordinated
  EXPECT_LE(world[1].works_on().size() + world[2].works_on().size(), 171u);
  world.run(Duration::seconds(15), &world[0]);
  EXPECT_EQ(world[1].works_on().size() + world[2].works_on().size(), 256u);
}

TEST(Member, AgentThatWasStoppedPastItsLeaseDropsEverythingAndJoinsAnew) {
  World world({"a", "b"});
  world.run(Duration::seconds(10));
  const SessionId before = world[0].member().session();
  EXPECT_FALSE(world[0].works_on().empty());
  world.run(Duration::seconds(30), &world[0]);
  EXPECT_FALSE(world[0].held().empty());
  EXPECT_TRUE(world[0].works_on().empty()) << "its lease has ended";
  EXPECT_TRUE(world[1].works_on().is_all());
  world[0].tick();
  EXPECT_TRUE(world[0].directions().is_lost);
  EXPECT_TRUE(world[0].directions().hold.empty());
  EXPECT_TRUE(world[0].held().empty());
  world.run(Duration::seconds(10));
  EXPECT_NE(world[0].member().session(), before);
  EXPECT_EQ(world[0].member().writer(), 1);
  EXPECT_EQ(world[0].works_on().size(), 128u);
}

TEST(Member, DoesNotJoinAnewWhileTheEngineHoldsShardsOfTheOldSession) {
  World world({"a"});
  world.run(Duration::seconds(5));
  const store::ShardSet held = world[0].held();
  world.pass(kLease);
  for (int i = 0; i < 10; ++i) {
    EXPECT_TRUE(world[0].member().tick({.held = held}).is_lost);
    EXPECT_EQ(world[0].member().session(), SessionId{});
    world.pass(kSecond);
  }
  EXPECT_FALSE(world[0].member().tick({}).is_lost);
  EXPECT_NE(world[0].member().session(), SessionId{});
}

TEST(Member, WorksUntilItsLeaseEndsWhileTheRegistryIsUnreachable) {
  World world({"a"});
  world.run(Duration::seconds(10));
  world[0].registry().fails = FailingRegistry::Fails::kBefore;
  world.run(Duration::seconds(8));
  EXPECT_TRUE(world[0].works_on().is_all());
  EXPECT_EQ(world[0].directions().trouble->kind, ErrorKind::kUnavailable);
  world.run(Duration::seconds(8));
  EXPECT_TRUE(world[0].held().is_all());
  EXPECT_TRUE(world[0].works_on().empty());
  EXPECT_EQ(world[0].sends(), 0);
  world[0].registry().fails = FailingRegistry::Fails::kNever;
  world.run(Duration::seconds(10));
  EXPECT_TRUE(world[0].works_on().is_all()) << "with a new session";
  EXPECT_FALSE(world[0].directions().trouble);
}

TEST(Member, RetriesLessAndLessOftenAndNotAllAtOnce) {
  World world({"a", "b"});
  world.run(Duration::seconds(10));
  std::array<std::vector<Duration>, 2> pauses;
  for (size_t i = 0; i < 2; ++i) {
    Agent& agent = world[i];
    agent.registry().fails = FailingRegistry::Fails::kBefore;
    for (int round = 0; round < 12; ++round) {
      world.pass(std::max(agent.directions().next_tick - steady_time(world.clock()), Duration()));
      const Instant now = steady_time(world.clock());
      agent.tick();
      pauses[i].push_back(agent.directions().next_tick - now);
    }
  }
  for (const auto& of_agent : pauses) {
    EXPECT_LE(of_agent.front(), Duration::seconds(3));
    for (size_t i = 6; i < 12; ++i) {
      EXPECT_GE(of_agent[i], Duration::seconds(3));
      EXPECT_LE(of_agent[i], Duration::seconds(7));
    }
  }
  EXPECT_NE(pauses[0], pauses[1]);
}

TEST(Member, LostConnectionIsReplacedWithoutLosingTheSession) {
  World world({"a", "b"});
  world.run(Duration::seconds(10));
  const SessionId before = world[0].member().session();
  world.cluster().drop_connections();
  world.run(Duration::seconds(10));
  EXPECT_EQ(world[0].member().session(), before);
  EXPECT_EQ(world.shards_worked_on(), 256u);
}

TEST(Member, ShardThatTheRegistryHasForgottenIsLetGo) {
  World world({"a"});
  world.run(Duration::seconds(5));
  world[0].registry().forgotten = {7};
  world.run(Duration::seconds(5));
  EXPECT_EQ(world[0].works_on().size(), 255u);
  world[0].registry().forgotten = {};
  world.run(Duration::seconds(5));
  EXPECT_TRUE(world[0].works_on().is_all());
}

TEST(Member, SecondAgentOfANameIsToldAndJoinsWhenTheFirstIsGone) {
  World world({"a"});
  world.run(Duration::seconds(5));
  Agent& second = world.add("a");
  world.run(Duration::seconds(5));
  EXPECT_TRUE(second.directions().is_name_taken);
  EXPECT_NE(second.directions().trouble->message.find("host of a"), std::string::npos);
  EXPECT_TRUE(second.works_on().empty());
  world.run(Duration::seconds(40), &world[0]);
  EXPECT_FALSE(second.directions().is_name_taken);
  EXPECT_TRUE(second.works_on().is_all());
  EXPECT_EQ(second.member().writer(), 1);
  world[0].tick();
  EXPECT_TRUE(world[0].directions().is_lost) << "the second one has its name";
}

TEST(Member, NotificationsAreFollowedBeforeTheNextHeartbeatIsDue) {
  World world({"a"});
  world.run(Duration::seconds(5));
  world[0].tick();
  world.pass(kSecond / 4);
  (void)world.cluster().connect()->set_job("{}", kBudget / 2);
  world[0].tick();
  EXPECT_EQ(world[0].directions().job_version, 2u);
  world.cluster().announce_discoveries({3});
  world[0].tick();
  EXPECT_EQ(world[0].directions().inbox, store::ShardSet{3});
  world[0].tick();
  EXPECT_TRUE(world[0].directions().inbox.empty());
}

TEST(Member, ClusterClockFollowsTheDatabase) {
  World world({"a"});
  world.run(Duration::seconds(5));
  EXPECT_EQ(world[0].time().now(), world.clock().now());
}

// Whatever fails, stops and moves: no shard is worked on by two agents, and the rates of all agents
// are within the budget. When everything works again, every shard is worked on.
RC_GTEST_PROP(Member, NoShardIsWorkedOnByTwoAgents, ()) {
  World world({"a", "b", "c"});
  const auto steps = *rc::gen::inRange(1, 400);
  for (int step = 0; step < steps; ++step) {
    const auto at = *rc::gen::inRange<size_t>(0, 3);
    Agent& agent = world[at];
    switch (*rc::gen::inRange(0, 14)) {
      case 0: agent.registry().fails = FailingRegistry::Fails::kBefore; break;
      case 1: agent.registry().fails = FailingRegistry::Fails::kAfter; break;
      case 2:
      case 3: agent.registry().fails = FailingRegistry::Fails::kNever; break;
      case 4:
        if (*rc::gen::inRange(0, 5) == 0) (void)agent.leave();
        break;
      case 5:
        if (*rc::gen::inRange(0, 5) == 0) world.cluster().drop_connections();
        break;
      case 6: world.pass(Duration::milliseconds(*rc::gen::inRange(0, 6'000))); break;
      case 7:
        if (*rc::gen::inRange(0, 5) == 0) world.pass(kLease);
        break;
      case 8:
      case 9: agent.coordinate(); break;
      case 10: agent.let_go(); break;
      default: agent.tick();
    }
    world.check();
    RC_ASSERT(world.is_right());
  }
  for (size_t i = 0; i < 3; ++i) world[i].registry().fails = FailingRegistry::Fails::kNever;
  world.run(Duration::seconds(90));
  RC_ASSERT(world.is_right());
  RC_ASSERT(world.shards_worked_on() == size_t{store::kShards});
}

}  // namespace
}  // namespace freshet::cluster
