#include "refresh/division.h"

#include "gtest/gtest.h"

namespace freshet::refresh {
namespace {

// Of a thousand visits, those to known pages, while both sides have pages.
int known_of_a_thousand(Division& division) {
  int known = 0;
  for (int i = 0; i < 1000; ++i) {
    if (division.known_is_next()) {
      division.spent_on_known();
      ++known;
    } else {
      division.spent_on_new();
    }
  }
  return known;
}

TEST(Division, AShareIsKept) {
  for (const int percent : {0, 10, 33, 50, 90, 100}) {
    Division division({.known_share = percent / 100.0});
    EXPECT_NEAR(known_of_a_thousand(division), percent * 10, 2) << percent;
  }
}

TEST(Division, WhatIsWorthMoreGetsAllButTheFloor) {
  Division division({.floor = 0.1});
  division.known_is_worth(2);
  division.new_is_worth(5);
  EXPECT_NEAR(known_of_a_thousand(division), 100, 2);
  division.known_is_worth(7);
  EXPECT_NEAR(known_of_a_thousand(division), 900, 4);
}

TEST(Division, WithoutWorthsKnownPagesGetTheFloor) {
  Division division({.floor = 0.25});
  EXPECT_NEAR(known_of_a_thousand(division), 250, 2);
  division.known_is_worth(3);
  EXPECT_NEAR(known_of_a_thousand(division), 250, 2) << "nothing is known of the other side";
}

TEST(Division, WhatOneSideCouldNotUseIsNotSavedUp) {
  Division division({.known_share = 0.5});
  for (int i = 0; i < 1000; ++i) division.spent_on_new();
  EXPECT_NEAR(known_of_a_thousand(division), 500, 3);
  for (int i = 0; i < 1000; ++i) division.spent_on_known();
  EXPECT_NEAR(known_of_a_thousand(division), 500, 3);
}

TEST(Division, SettlesWhereBothAreWorthTheSame) {
  // Each visit makes its own side's next one worth a little less.
  Division division({.floor = 0.1});
  double known_worth = 40;
  double new_worth = 100;
  int known = 0;
  int fresh = 0;
  for (int i = 0; i < 5000; ++i) {
    division.known_is_worth(known_worth);
    division.new_is_worth(new_worth);
    if (division.known_is_next()) {
      division.spent_on_known();
      known_worth *= 0.9995;
      ++known;
    } else {
      division.spent_on_new();
      new_worth *= 0.9995;
      ++fresh;
    }
  }
  EXPECT_NEAR(new_worth / known_worth, 1, 0.02);
  EXPECT_GT(fresh, known);
}

}  // namespace
}  // namespace freshet::refresh
