#include "refresh/policy_clock.h"

#include "gtest/gtest.h"

namespace freshet::refresh {
namespace {

const Instant kStart = Instant::from_unix_seconds(1'800'000'000);

TEST(PolicyClock, StandsStillWhileCallsArriveOutOfOrder) {
  PolicyClock clock;
  clock.start(kStart);
  EXPECT_EQ(clock.advance(kStart - Duration::seconds(5)), kStart);
  EXPECT_EQ(clock.advance(kStart + Duration::seconds(1)), kStart + Duration::seconds(1));
}

TEST(PolicyClock, ContinuesFromWhereItWasWhenTheClockIsSetBack) {
  PolicyClock clock;
  clock.start(kStart);
  const Instant set_back = kStart - Duration::hours(1);
  EXPECT_EQ(clock.advance(set_back), kStart);
  EXPECT_EQ(clock.advance(set_back + Duration::seconds(1)), kStart + Duration::seconds(1));
  EXPECT_EQ(clock.to_clock(kStart), set_back);
  EXPECT_EQ(clock.from_clock(set_back), kStart);
}

TEST(PolicyClock, QuestionDoesNotMoveIt) {
  PolicyClock clock;
  clock.start(kStart);
  EXPECT_EQ(clock.at(kStart + Duration::days(1)), kStart + Duration::days(1));
  EXPECT_EQ(clock.at(kStart - Duration::days(1)), kStart);
  EXPECT_EQ(clock.latest(), kStart);
}

}  // namespace
}  // namespace freshet::refresh
