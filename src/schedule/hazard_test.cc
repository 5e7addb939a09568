#include "schedule/hazard.h"

#include <gtest/gtest.h>

#include <cmath>

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
  EXPECT_EQ(Hazard::state(1, {}).share, 5) << "never visited again";
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
  EXPECT_DOUBLE_EQ(hazard.rate(state, 0.2), 0.2);
  // As if 3 changes had been seen in 15 days.
  hazard.saw(state, {.changes = 1, .unchanged_days = 1}, 0.2, 3);
  EXPECT_FLOAT_EQ(static_cast<float>(hazard.rate(state, 0.2)), 4.0 / 16);
  // A change within a long time is one that was expected.
  Hazard::Spans as_usual;
  as_usual.add({.changes = 1, .changed_days = 100});
  EXPECT_NEAR(as_usual.rate(0.2, 3), 0.2, 0.01);
}

// Visits after `days`, of pages that change at a rate.
Hazard::Spans visits_after(double days, double rate, int visits) {
  const double changed = -std::expm1(-rate * days) * visits;
  return {.changes = changed,
          .changed_days = changed * days,
          .unchanged_days = (visits - changed) * days};
}

TEST(Hazard, LearnsTheRateOfEachStateHoweverFarApartTheVisits) {
  for (const double days : {0.01, 1.0, 30.0}) {
    Hazard hazard;
    const Hazard::State young = Hazard::state(1, recent({true}));
    const Hazard::State old = Hazard::state(100, recent({false}));
    for (int i = 0; i < 1'000; ++i) {
      hazard.saw(young, visits_after(days, 0.1, 1'000), 0.02, 3);
      hazard.saw(old, visits_after(days, 0.001, 1'000), 0.02, 3);
    }
    EXPECT_NEAR(hazard.rate(young, 0.02), 0.1, 0.002) << days;
    EXPECT_NEAR(hazard.rate(old, 0.02), 0.001, 0.0004) << days;
  }
}

TEST(Hazard, ARateIsFiniteWhateverWasSeen) {
  for (const double usual : {1e-9, 1.0, 1e9}) {
    for (const double days : {0.0, 1e-9, 1e9}) {
      const double rate = visits_after(days, usual, 10).rate(usual, 3);
      EXPECT_TRUE(std::isfinite(rate) && rate > 0) << usual << ' ' << days;
    }
  }
}

}  // namespace
}  // namespace freshet::schedule
