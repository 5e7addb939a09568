#include "schedule/hazard.h"

#include <gtest/gtest.h>

#include <algorithm>
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
  EXPECT_DOUBLE_EQ(hazard.rate(state, 0.2, 3), 0.2);
  // As if 3 changes had been seen in 15 days.
  hazard.saw(state, {.days = 1, .known_changes = 1}, 0.2, 3);
  EXPECT_DOUBLE_EQ(hazard.rate(state, 0.2, 3), 4.0 / 16);
  // A change within a long time is one that was expected.
  Hazard::Rate as_usual;
  as_usual.add({.days = 100, .changed = 1}, 0.2, 3);
  EXPECT_NEAR(as_usual.rate(0.2, 3), 0.2, 0.01);
}

// Learns from visits of pages that change at a rate, each after one of these spans in turn.
void visit(Hazard& hazard, Hazard::State state, double rate, std::initializer_list<double> spans) {
  constexpr double kDays = 100'000;  // of each span, at least
  constexpr double kLeastVisits = 20'000;
  for (const double days : spans) {
    const double visits = std::max(kDays / days, kLeastVisits);
    const double changed = -std::expm1(-rate * days);
    double due = 0.5;
    for (int i = 0; i < visits; ++i) {
      due += changed;
      const bool found = due >= 1;
      if (found) due -= 1;
      hazard.saw(state, {.days = days, .changed = found ? 1.0 : 0.0}, 0.02, 3);
    }
  }
}

TEST(Hazard, LearnsTheRateOfEachStateHoweverFarApartTheVisits) {
  for (const double days : {0.1, 1.0, 30.0}) {
    Hazard hazard;
    const Hazard::State young = Hazard::state(1, recent({true}));
    const Hazard::State old = Hazard::state(100, recent({false}));
    visit(hazard, young, 0.1, {days});
    visit(hazard, old, 0.001, {days});
    EXPECT_NEAR(hazard.rate(young, 0.02, 3), 0.1, 0.005) << days;
    EXPECT_NEAR(hazard.rate(old, 0.02, 3), 0.001, 0.0005) << days;
  }
}

// A mean over all spans would be far from the short ones, which tell most.
TEST(Hazard, VisitsThatAreFarApartDoNotHideWhatShortSpansTell) {
  Hazard hazard;
  const Hazard::State state = Hazard::state(0, recent({true, true}));
  visit(hazard, state, 0.5, {1, 1'000});
  EXPECT_NEAR(hazard.rate(state, 0.02, 3), 0.5, 0.02);
}

TEST(Hazard, OfAChangeThatWasPerhapsAShockOnlyAPartCounts) {
  const auto after = [](double changed) {
    Hazard::Rate rate;
    rate.add({.days = 10, .changed = changed}, 0.01, 3);
    return rate.rate(0.01, 3);
  };
  EXPECT_LT(after(0), 0.01);
  EXPECT_GT(after(0.5), after(0));
  EXPECT_GT(after(1), after(0.5));
}

TEST(Hazard, ARateIsFiniteWhateverWasSeen) {
  for (const double usual : {1e-9, 1.0, 1e9}) {
    for (const double days : {0.0, 1e-9, 1e9}) {
      Hazard::Rate its;
      for (int i = 0; i < 10; ++i) its.add({.days = days, .changed = 1}, usual, 3);
      its.add({.days = days}, usual, 3);
      const double rate = its.rate(usual, 3);
      EXPECT_TRUE(std::isfinite(rate) && rate > 0) << usual << ' ' << days;
    }
  }
}

TEST(Recent, KnowsWhetherThereWasAChangeEachTime) {
  Recent recent;
  for (int i = 0; i < 12; ++i) {
    recent.add(true);
    EXPECT_TRUE(recent.always_changed());
  }
  recent.add(false);
  EXPECT_FALSE(recent.always_changed());
  for (int i = 0; i < 8; ++i) recent.add(true);
  EXPECT_TRUE(recent.always_changed()) << "of the last eight";
}

}  // namespace
}  // namespace freshet::schedule
