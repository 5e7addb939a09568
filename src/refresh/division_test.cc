#include "refresh/division.h"

#include "gtest/gtest.h"
#include "refresh/refresher.h"

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

// A part that is known and changes at every other look, and pages without end that are new, in
// virtual time, with a visit for every tenth of the known a day. The share of the known in the
// second half.
double share_of_known(const std::string& policy, double weight_of_new) {
  constexpr uint64_t kKnown = 500;
  constexpr int kVisits = 4'000;
  constexpr Duration kBetween = Duration::seconds(86'400 / 50);
  Instant now = Instant::from_unix_seconds(1'800'000'000);
  Refresher refresher({.policy = policy, .visits_per_page_day = 0.1, .audit_share = 0});
  uint64_t pages = 0;
  for (; pages < kKnown; ++pages) refresher.add({.key = {{pages % 20}, {pages}}}, now);
  Division division({.floor = 0.1});
  int known = 0;
  for (int i = 0; i < kVisits; ++i, now += kBetween) {
    const auto choice = division.known_is_next() ? refresher.next(now) : std::nullopt;
    if (choice) {
      const bool is_lively = choice->key.page.value < kKnown;
      const bool changed = is_lively && i % 2 == 0;
      refresher.visited(*choice, {.kind = changed ? Found::Kind::kChanged : Found::Kind::kSame},
                        now);
      if (choice->worth > 0) division.known_is_worth(choice->worth);
      division.spent_on_known();
      known += i >= kVisits / 2 ? 1 : 0;
    } else {
      const Duration again = kBetween * static_cast<int64_t>(refresher.pages());
      division.new_is_worth(refresher.worth_of_new(weight_of_new, again));
      division.spent_on_new();
      refresher.add({.key = {{pages % 20}, {pages}}, .weight = weight_of_new}, now);
      ++pages;
    }
  }
  return known / (kVisits / 2.0);
}

TEST(Division, NeitherSideStarvesAndSharesFollowWhatIsNewIsWorth) {
  const double heavy = share_of_known("optimal", 1);
  const double light = share_of_known("optimal", 0.1);
  const double worthless = share_of_known("optimal", 0.001);
  EXPECT_GE(heavy, 0.095);
  EXPECT_GT(light, heavy + 0.05);
  EXPECT_GE(worthless, light);
  EXPECT_LE(worthless, 0.905);
  EXPECT_NEAR(share_of_known("uniform", 1), 0.1, 0.01) << "which says nothing of worth";
}

}  // namespace
}  // namespace freshet::refresh
