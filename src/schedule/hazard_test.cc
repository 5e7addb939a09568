#include "schedule/hazard.h"

#include <gtest/gtest.h>

namespace freshet::schedule {
namespace {

Recent recent(std::initializer_list<bool> visits) {
  Recent recent;
  for (const bool changed : visits) recent.add(changed);
  return recent;
}

TEST(Hazard, StatesGoByPowersOfTwoOfTheTimeSinceTheLastChange) {
  EXPECT_EQ(Hazard::state(0, {}).since, 0);
  EXPECT_EQ(Hazard::state(0.1, {}).since, 0);
  EXPECT_EQ(Hazard::state(0.13, {}).since, 0);
  EXPECT_EQ(Hazard::state(0.25, {}).since, 1);
  EXPECT_EQ(Hazard::state(1, {}).since, 3);
  EXPECT_EQ(Hazard::state(1.99, {}).since, 3);
  EXPECT_EQ(Hazard::state(30, {}).since, 7);
  EXPECT_EQ(Hazard::state(1e6, {}).since, 13);
}

TEST(Hazard, StatesGoByTheShareOfChangesAmongTheLastEightVisits) {
  EXPECT_EQ(Hazard::state(1, {}).share, 0);
  EXPECT_EQ(Hazard::state(1, recent({false, false})).share, 0);
  EXPECT_EQ(Hazard::state(1, recent({true, false, false, false})).share, 1);
  EXPECT_EQ(Hazard::state(1, recent({true, false})).share, 2);
  EXPECT_EQ(Hazard::state(1, recent({true, true, false})).share, 3);
  EXPECT_EQ(Hazard::state(1, recent({true})).share, 4);
  // What is nine visits ago does not count.
  Recent old = recent({true});
  for (int i = 0; i < 7; ++i) old.add(false);
  EXPECT_EQ(Hazard::state(1, old).share, 1);
  old.add(false);
  EXPECT_EQ(Hazard::state(1, old).share, 0);
}

TEST(Hazard, WhereLittleWasSeenARateIsDrawnToTheUsual) {
  Hazard hazard;
  const Hazard::State state = Hazard::state(3, {});
  EXPECT_DOUBLE_EQ(hazard.rate(state, 0.2, 3), 0.2);
  // As if 3 changes had been seen in 15 days.
  hazard.saw(state, 1, 1);
  EXPECT_DOUBLE_EQ(hazard.rate(state, 0.2, 3), 4.0 / 16);
}

TEST(Hazard, LearnsTheRateOfEachState) {
  Hazard hazard;
  const Hazard::State young = Hazard::state(1, recent({true}));
  const Hazard::State old = Hazard::state(100, recent({false}));
  for (int i = 0; i < 1'000; ++i) {
    hazard.saw(young, 1, 2);
    hazard.saw(old, i % 10 == 0 ? 1 : 0, 20);
  }
  EXPECT_NEAR(hazard.rate(young, 0.1, 3), 0.5, 0.01);
  EXPECT_NEAR(hazard.rate(old, 0.1, 3), 0.005, 0.0002);
}

}  // namespace
}  // namespace freshet::schedule
