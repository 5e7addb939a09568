#include "fetch/connection_slots.h"

#include <gtest/gtest.h>

namespace freshet::fetch {
namespace {

TEST(ConnectionSlots, AreLentUntilNoneIsLeft) {
  ConnectionSlots slots(2);
  EXPECT_TRUE(slots.take());
  EXPECT_TRUE(slots.take());
  EXPECT_FALSE(slots.take());
  slots.give_back();
  EXPECT_TRUE(slots.take());
}

TEST(ConnectionSlots, ThereIsAlwaysOne) {
  EXPECT_TRUE(ConnectionSlots(0).take());
}

TEST(ConnectionSlots, ShrinkToWhatTheSystemGives) {
  ConnectionSlots slots(10);
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(slots.take());
  slots.give_back();  // two are busy, a third connection is idle
  slots.shrink_to(3);
  EXPECT_TRUE(slots.take());
  EXPECT_FALSE(slots.take());
  slots.restore();
  EXPECT_TRUE(slots.take());
}

TEST(ConnectionSlots, WithoutAnyConnectionNothingIsLentUntilItIsTriedAgain) {
  ConnectionSlots slots(10);
  slots.shrink_to(0);
  EXPECT_FALSE(slots.take());
  slots.restore();
  EXPECT_TRUE(slots.take());
}

}  // namespace
}  // namespace freshet::fetch
