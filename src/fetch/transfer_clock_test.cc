#include "fetch/transfer_clock.h"

#include "gtest/gtest.h"

namespace freshet::fetch {
namespace {

using Stage = TimedOut::Stage;

Duration at(int seconds) {
  return Duration::seconds(seconds);
}

const FetchOptions kOptions{
    .connect_timeout = at(20), .idle_timeout = at(30), .total_timeout = at(300)};

TEST(TransferClock, EachStepHasItsLimit) {
  TransferClock clock(kOptions);
  clock.accept(at(0));
  EXPECT_FALSE(clock.overdue(at(19)));
  EXPECT_EQ(clock.overdue(at(20)), Stage::kResolve);
  clock.wait(at(5));
  EXPECT_FALSE(clock.overdue(at(1'000)));
  clock.begin(at(10));
  EXPECT_FALSE(clock.overdue(at(29)));
  EXPECT_EQ(clock.overdue(at(30)), Stage::kConnect);
  clock.connected(at(15));
  EXPECT_FALSE(clock.overdue(at(44)));
  EXPECT_EQ(clock.overdue(at(45)), Stage::kReply);
  clock.received(at(20));
  EXPECT_FALSE(clock.overdue(at(49)));
  EXPECT_EQ(clock.overdue(at(50)), Stage::kIdle);
}

TEST(TransferClock, TimeWithoutASlotDoesNotCountForTheWhole) {
  TransferClock clock(kOptions);
  clock.accept(at(0));
  clock.wait(at(1));
  clock.begin(at(1'001));
  EXPECT_EQ(clock.waited(), at(1));
  clock.received(at(1'299));
  EXPECT_FALSE(clock.overdue(at(1'299)));
  EXPECT_EQ(clock.overdue(at(1'300)), Stage::kTotal);
  EXPECT_EQ(clock.taken(at(1'300)), at(300));
}

TEST(TransferClock, PauseForWantOfMemoryDoesNotCount) {
  TransferClock clock(kOptions);
  clock.accept(at(0));
  clock.wait(at(0));
  clock.begin(at(0));
  clock.received(at(1));
  clock.pause(at(10));
  EXPECT_FALSE(clock.overdue(at(10'000)));
  clock.resume(at(10'000));
  EXPECT_FALSE(clock.overdue(at(10'029)));
  EXPECT_EQ(clock.overdue(at(10'030)), Stage::kIdle);
  EXPECT_EQ(clock.taken(at(10'000)), at(10));
}

TEST(TransferClock, AttemptWithoutADescriptorDoesNotCount) {
  TransferClock clock(kOptions);
  clock.accept(at(0));
  clock.wait(at(0));
  clock.begin(at(2));
  clock.requeue();
  EXPECT_FALSE(clock.has_begun());
  EXPECT_FALSE(clock.overdue(at(500)));
  clock.begin(at(500));
  EXPECT_TRUE(clock.has_begun());
  EXPECT_EQ(clock.waited(), Duration());
  EXPECT_FALSE(clock.overdue(at(519)));
}

}  // namespace
}  // namespace freshet::fetch
