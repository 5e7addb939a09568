#include "fetch/connection_slots.h"

#include <gtest/gtest.h>

namespace freshet::fetch {
namespace {

TEST(ConnectionSlots, CanBeAcquiredUntilNoneIsLeft) {
  ConnectionSlots slots(2);
  EXPECT_TRUE(slots.acquire());
  EXPECT_TRUE(slots.acquire());
  EXPECT_FALSE(slots.acquire());
  slots.release();
  EXPECT_TRUE(slots.acquire());
}

TEST(ConnectionSlots, ThereIsAlwaysAtLeastOne) {
  EXPECT_TRUE(ConnectionSlots(0).acquire());
}

TEST(ConnectionSlots, ShrinkToTheOpenConnections) {
  ConnectionSlots slots(10);
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(slots.acquire());
  slots.release();  // two are busy, a third connection is idle
  slots.shrink_to(3);
  EXPECT_TRUE(slots.acquire());
  EXPECT_FALSE(slots.acquire());
  slots.restore();
  EXPECT_TRUE(slots.acquire());
}

TEST(ConnectionSlots, CannotBeAcquiredWithoutConnectionsUntilTheyAreRestored) {
  ConnectionSlots slots(10);
  slots.shrink_to(0);
  EXPECT_FALSE(slots.acquire());
  slots.restore();
  EXPECT_TRUE(slots.acquire());
}

}  // namespace
}  // namespace freshet::fetch
