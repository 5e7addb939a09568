#include "cluster/address_leases.h"

#include <map>
#include <memory>

#include "cluster/lease_clock.h"
#include "cluster/memory_addresses.h"
#include "gtest/gtest.h"
#include "rapidcheck/gtest.h"

namespace freshet::cluster {
namespace {

constexpr Instant kStart = Instant::from_unix_seconds(1'000);
constexpr Duration kInterval = Duration::seconds(2);

// Agents and the registry's addresses, in virtual time. Sessions do not end. Each call takes time,
// and an answer may be lost.
class World {
 public:
  explicit World(size_t agents) : agents_(agents) {}

  void need(size_t agent, uint64_t address, uint32_t waiting, uint32_t sites = 1) {
    agents_[agent].set_need(address, {waiting, sites, kInterval});
  }
  void ask(size_t agent, Duration there = {}, Duration back = {}, bool answer_is_lost = false) {
    const Instant asked = now_;
    const auto wants = agents_[agent].wants(now_);
    now_ += there;
    const auto grants = registry_.lease({agent + 1}, now_ + Duration::seconds(15), wants, now_);
    now_ += back;
    if (!answer_is_lost) agents_[agent].follow(grants, asked, now_);
  }
  void ask_all() {
    for (size_t agent = 0; agent < agents_.size(); ++agent) ask(agent);
  }
  // Sends a request if the agent may, and keeps its own politeness. Returns whether it did.
  bool send(size_t agent, uint64_t address) {
    if (!agents_[agent].may_send(address, now_)) return false;
    Sent& last = last_[address];
    if (last.at && last.agent == agent && now_ < *last.at + kInterval) return false;
    if (last.at && last.agent != agent) {
      shortest_ = std::min(shortest_, now_ - *last.at);
    }
    last = {agent, now_};
    agents_[agent].sent(address, now_ + kInterval);
    return true;
  }
  bool may_send(size_t agent, uint64_t address) const {
    return agents_[agent].may_send(address, now_);
  }
  void pass(Duration time) { now_ += time; }

  Instant now() const { return now_; }
  size_t size() const { return agents_.size(); }
  // Between requests of two agents to one address.
  Duration shortest_interval() const { return shortest_; }

 private:
  struct Sent {
    size_t agent = 0;
    std::optional<Instant> at;
  };
  MemoryAddresses registry_{RegistryOptions{}};
  std::vector<AddressLeases> agents_;
  std::map<uint64_t, Sent> last_;
  Instant now_ = kStart;
  Duration shortest_ = Duration::days(1);
};

TEST(AddressLeases, OneAgentAtATimeMaySend) {
  World world(2);
  world.need(0, 7, 10);
  world.need(1, 7, 10);
  EXPECT_FALSE(world.may_send(0, 7)) << "it has not asked";
  world.ask_all();
  EXPECT_TRUE(world.may_send(0, 7));
  EXPECT_FALSE(world.may_send(1, 7));
}

TEST(AddressLeases, AddressIsGivenBackWhenNothingWaits) {
  World world(2);
  world.need(0, 7, 1);
  world.ask(0);
  ASSERT_TRUE(world.send(0, 7));
  world.need(0, 7, 0);
  world.ask(0);
  EXPECT_FALSE(world.may_send(0, 7));
  world.need(1, 7, 1);
  world.ask(1);
  EXPECT_FALSE(world.may_send(1, 7)) << "the politeness interval is not over";
  world.pass(kInterval);
  EXPECT_TRUE(world.may_send(1, 7));
}

TEST(AddressLeases, AddressThatNobodyElseWantsIsKept) {
  World world(2);
  world.need(0, 7, 1);
  for (int second = 0; second < 60; ++second) {
    world.ask(0);
    ASSERT_TRUE(world.may_send(0, 7)) << second;
    world.pass(Duration::seconds(1));
  }
}

TEST(AddressLeases, ContendedAddressGoesRoundInTheOrderOfAsking) {
  World world(3);
  for (size_t agent = 0; agent < 3; ++agent) world.need(agent, 7, 1'000);
  std::vector<size_t> order;
  for (int second = 0; second < 120; ++second) {
    world.ask_all();
    for (size_t agent = 0; agent < 3; ++agent) {
      if (world.send(agent, 7) && (order.empty() || order.back() != agent)) order.push_back(agent);
    }
    world.pass(Duration::seconds(1));
  }
  ASSERT_GE(order.size(), 12u);
  for (size_t i = 0; i < order.size(); ++i) EXPECT_EQ(order[i], i % 3);
}

TEST(AddressLeases, LeaseThatIsNotRenewedEndsAndTheNextWaitsAnInterval) {
  World world(2);
  world.need(0, 7, 1);
  world.ask(0);
  world.need(1, 7, 1);
  Instant last = world.now();
  for (int i = 0; i < 300 && !world.may_send(1, 7); ++i) {
    if (world.may_send(0, 7)) last = world.now();
    world.ask(1);
    world.pass(Duration::milliseconds(100));
  }
  EXPECT_TRUE(world.may_send(1, 7));
  EXPECT_FALSE(world.may_send(0, 7));
  EXPECT_GE(world.now() - last, kInterval);
  EXPECT_LE(world.now() - kStart, Duration::seconds(13));
}

TEST(AddressLeases, SharedAddressNeedsNoLease) {
  World world(3);
  for (size_t agent = 0; agent < 3; ++agent) world.need(agent, 7, 1, 400);
  world.ask_all();
  world.ask_all();
  for (size_t agent = 0; agent < 3; ++agent) EXPECT_TRUE(world.may_send(agent, 7));
}

TEST(AddressLeases, AnAgentThatDoesNotComeByIsPassedOver) {
  World world(3);
  world.need(0, 7, 1);
  world.ask(0);
  world.need(1, 7, 1);
  world.ask(1);  // and never again
  world.need(2, 7, 1);
  const auto passes = [&] {
    world.ask(0);
    world.ask(2);
    world.pass(Duration::seconds(1));
  };
  int seconds = 0;
  while (!world.may_send(2, 7) && seconds < 60) passes(), ++seconds;
  EXPECT_LE(seconds, 14);
}

TEST(AddressLeases, NothingIsHeldAfterTheSessionHasEnded) {
  AddressLeases leases;
  leases.set_need(7, {1, 1, kInterval});
  leases.wants(kStart);
  const AddressGrant grant{.address = 7, .is_granted = true, .lasts = Duration::seconds(10)};
  leases.follow({&grant, 1}, kStart, kStart);
  EXPECT_EQ(leases.held(kStart), 1u);
  leases.lose_all();
  EXPECT_EQ(leases.held(kStart), 0u);
  EXPECT_EQ(leases.wants(kStart).size(), 1u);
}

// Whatever is asked, lost and late: the interval between two agents' requests is kept.
RC_GTEST_PROP(AddressLeases, TwoAgentsNeverSendWithinTheInterval, ()) {
  World world(3);
  const auto steps = *rc::gen::inRange(1, 300);
  const auto ms = [](int most) { return Duration::milliseconds(*rc::gen::inRange(0, most)); };
  for (int step = 0; step < steps; ++step) {
    const auto agent = *rc::gen::inRange<size_t>(0, 3);
    const auto address = *rc::gen::inRange<uint64_t>(1, 3);
    switch (*rc::gen::inRange(0, 5)) {
      case 0: world.need(agent, address, *rc::gen::element(0u, 1u, 5u)); break;
      case 1: world.ask(agent, ms(50), ms(50), *rc::gen::inRange(0, 4) == 0); break;
      case 2:
      case 3: world.send(agent, address); break;
      default: world.pass(ms(3'000));
    }
  }
  RC_ASSERT(world.shortest_interval() >= kInterval);
}

// With all agents asking once a second, each waits at most for the tenures and intervals of the
// others.
RC_GTEST_PROP(AddressLeases, EveryAgentGetsItsTurnInBoundedTime, ()) {
  const auto agents = *rc::gen::inRange<size_t>(2, 6);
  World world(agents);
  std::vector<Instant> last_turn(agents, kStart);
  for (size_t agent = 0; agent < agents; ++agent) world.need(agent, 7, 1'000);
  const int64_t others = static_cast<int64_t>(agents) - 1;
  // A tenure, an interval, and two seconds until both have asked. The first turn may be a whole
  // lease.
  const Duration bound = Duration::seconds(10) + (Duration::seconds(5 + 2) + kInterval) * others;
  for (int second = 0; second < 200; ++second) {
    const auto first = *rc::gen::inRange<size_t>(0, agents);
    for (size_t i = 0; i < agents; ++i) world.ask((first + i) % agents);
    for (size_t agent = 0; agent < agents; ++agent) {
      if (world.send(agent, 7)) last_turn[agent] = world.now();
      RC_ASSERT(world.now() - last_turn[agent] <= bound);
    }
    world.pass(Duration::seconds(1));
  }
  RC_ASSERT(world.shortest_interval() >= kInterval);
}

}  // namespace
}  // namespace freshet::cluster
