#include "refresh/held_pages.h"

#include "gtest/gtest.h"

namespace freshet::refresh {
namespace {

Instant at(uint32_t second) {
  return Instant::from_unix_seconds(second);
}

TEST(HeldPages, AreReleasedWhenTheirTimeHasComeAndNotBefore) {
  HeldPages held;
  EXPECT_EQ(held.wake(), Instant::never());
  held.hold(1, 300);
  held.hold(2, 100);
  held.hold(3, 200);
  EXPECT_EQ(held.wake(), at(100));
  EXPECT_FALSE(held.take_due(at(99)));
  EXPECT_EQ(held.take_due(at(250)), 2U);
  EXPECT_EQ(held.take_due(at(250)), 3U);
  EXPECT_FALSE(held.take_due(at(250)));
  EXPECT_EQ(held.wake(), at(300));
  EXPECT_EQ(held.until(1), 300U);
  EXPECT_FALSE(held.until(2));
}

TEST(HeldPages, ReleasedPageDoesNotCountForTheWakeTime) {
  HeldPages held;
  held.hold(1, 100);
  held.hold(2, 200);
  EXPECT_TRUE(held.release(1));
  EXPECT_FALSE(held.release(1));
  EXPECT_EQ(held.wake(), at(200));
}

TEST(HeldPages, LastTimeCountsIfAPageIsHeldAgain) {
  HeldPages held;
  for (uint32_t round = 0; round < 1'000; ++round) {
    held.hold(1, 1'000 - round % 7);
    held.release(1);
  }
  held.hold(1, 5'000);
  EXPECT_EQ(held.wake(), at(5'000));
  EXPECT_FALSE(held.take_due(at(4'999)));
  EXPECT_EQ(held.take_due(at(5'000)), 1U);
  EXPECT_EQ(held.size(), 0U);
  EXPECT_EQ(held.wake(), Instant::never());
}

}  // namespace
}  // namespace freshet::refresh
