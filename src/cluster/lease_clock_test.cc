#include "cluster/lease_clock.h"

#include "cluster/steady_time.h"
#include "gtest/gtest.h"
#include "support/manual_clock.h"

namespace freshet::cluster {
namespace {

// A wall clock that somebody sets, and a steady time beside it.
class MachineClock final : public Clock {
 public:
  Instant now() const override { return wall; }
  std::optional<Duration> steady() const override { return passed; }
  Instant wall = Instant::from_unix_seconds(1'000'000);
  Duration passed = Duration::seconds(5);
};

TEST(LeaseClock, IsNotValidBeforeTheFirstLease) {
  const test::ManualClock clock(Instant::from_unix_seconds(1'000));
  const LeaseClock lease(clock);
  EXPECT_FALSE(lease.is_valid());
  EXPECT_EQ(lease.remaining(), Duration());
}

TEST(LeaseClock, CountsFromTheTimeBeforeTheHeartbeatWasSent) {
  test::ManualClock clock(Instant::from_unix_seconds(1'000));
  LeaseClock lease(clock);
  const Instant sent = steady_time(clock);
  clock.advance(Duration::seconds(4));  // until the answer arrives
  lease.renew(sent, Duration::seconds(20));
  EXPECT_TRUE(lease.is_valid());
  EXPECT_EQ(lease.remaining(), Duration::seconds(15)) << "a twentieth is not used";
  clock.advance(Duration::seconds(15));
  EXPECT_FALSE(lease.is_valid());
}

TEST(LeaseClock, AnswerThatArrivesTooLateGivesNoLease) {
  test::ManualClock clock(Instant::from_unix_seconds(1'000));
  LeaseClock lease(clock);
  const Instant sent = steady_time(clock);
  clock.advance(Duration::seconds(30));
  lease.renew(sent, Duration::seconds(20));
  EXPECT_FALSE(lease.is_valid());
}

TEST(LeaseClock, SettingTheMachinesClockChangesNothing) {
  MachineClock clock;
  LeaseClock lease(clock);
  lease.renew(steady_time(clock), Duration::seconds(20));
  clock.wall += Duration::days(400);
  EXPECT_TRUE(lease.is_valid());
  clock.wall += -Duration::days(800);
  clock.passed += Duration::seconds(20);
  EXPECT_FALSE(lease.is_valid());
}

TEST(LeaseClock, LeaseThatHasEndedIsNotValid) {
  test::ManualClock clock(Instant::from_unix_seconds(1'000));
  LeaseClock lease(clock);
  lease.renew(steady_time(clock), Duration::seconds(20));
  lease.end();
  EXPECT_FALSE(lease.is_valid());
}

}  // namespace
}  // namespace freshet::cluster
