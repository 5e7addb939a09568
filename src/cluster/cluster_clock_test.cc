#include "cluster/cluster_clock.h"

#include "cluster/steady_time.h"
#include "gtest/gtest.h"
#include "rapidcheck/gtest.h"

namespace freshet::cluster {
namespace {

constexpr Instant kWall = Instant::from_unix_seconds(1'800'000'000);

// A machine, and a database whose clock is ahead of the machine's by `ahead`.
class Machine final : public Clock {
 public:
  Instant now() const override { return kWall + passed; }
  std::optional<Duration> steady() const override { return passed; }
  Instant database() const { return now() + ahead; }

  // Calls the database; the call takes so long on its way there and back.
  void call(ClusterClock& clock, Duration there, Duration back) {
    const Instant sent = steady_time(*this);
    passed += there;
    const Instant server = database();
    passed += back;
    clock.add_sample(sent, server, steady_time(*this));
  }

  Duration passed = Duration::seconds(5);
  Duration ahead;
};

constexpr Duration ms(int64_t n) {
  return Duration::milliseconds(n);
}

TEST(ClusterClock, IsTheTimeOfTheMachineBeforeTheFirstSample) {
  const Machine machine;
  EXPECT_EQ(ClusterClock(machine).now(), machine.now());
}

TEST(ClusterClock, FirstSampleSetsItInEitherDirectionIfNobodyHasReadIt) {
  for (const Duration ahead : {Duration::hours(1), -Duration::hours(1)}) {
    Machine machine;
    machine.ahead = ahead;
    ClusterClock clock(machine);
    machine.call(clock, ms(1), ms(1));
    EXPECT_EQ(clock.now(), machine.database());
    machine.passed += Duration::hours(1);
    EXPECT_EQ(clock.now(), machine.database());
  }
}

TEST(ClusterClock, QuickestCallOfTheLastMinutesIsBelieved) {
  Machine machine;
  machine.ahead = ms(500);
  ClusterClock clock(machine);
  machine.call(clock, ms(2), ms(2));
  machine.call(clock, ms(90), ms(0));  // half of the way is assumed to be 45 ms: wrong by 45 ms
  EXPECT_EQ(clock.error(), Duration());
  EXPECT_EQ(clock.now(), machine.database());

  machine.passed += Duration::minutes(6);
  machine.call(clock, ms(20), ms(0));
  EXPECT_EQ(clock.error(), ms(10)) << "the quick call is too long ago";
}

TEST(ClusterClock, RunsFasterOrSlowerUntilItAgrees) {
  Machine machine;
  ClusterClock clock(machine);
  machine.call(clock, ms(1), ms(1));
  for (const Duration ahead : {Duration::seconds(1), -Duration::seconds(1)}) {
    machine.ahead = ahead;  // somebody sets the database's clock
    machine.call(clock, ms(1), ms(0));
    const Instant before = clock.now();
    machine.passed += Duration::seconds(10);
    const double rate = (clock.now() - before).in_seconds() / 10;
    EXPECT_NEAR(rate, ahead > Duration() ? 1.05 : 0.95, 0.001);
    machine.passed += Duration::seconds(60);
    EXPECT_LE(clock.now() - machine.database(), ms(1));
    EXPECT_GE(clock.now() - machine.database(), -ms(1));
  }
}

RC_GTEST_PROP(ClusterClock, NeverGoesBackwards, ()) {
  Machine machine;
  ClusterClock clock(machine);
  Instant last = clock.now();
  const auto steps = *rc::gen::inRange(1, 60);
  for (int i = 0; i < steps; ++i) {
    machine.ahead = ms(*rc::gen::inRange(-5'000, 5'000));
    if (*rc::gen::arbitrary<bool>()) {
      machine.call(clock, ms(*rc::gen::inRange(0, 50)), ms(*rc::gen::inRange(0, 50)));
    } else {
      machine.passed += Duration::microseconds(*rc::gen::inRange(0, 30));
    }
    const Instant now = clock.now();
    RC_ASSERT(now >= last);
    last = now;
  }
}

}  // namespace
}  // namespace freshet::cluster
