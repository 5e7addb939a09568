#include "refresh/division.h"

#include "gtest/gtest.h"
#include "refresh/refresher.h"

namespace freshet::refresh {
namespace {

// Returns how many of a thousand visits go to known pages, while there are pages of both kinds.
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

TEST(Division, KeepsAFixedShare) {
  for (const int percent : {0, 10, 33, 50, 90, 100}) {
    Division division({.known_share = percent / 100.0});
    EXPECT_NEAR(known_of_a_thousand(division), percent * 10, 2) << percent;
  }
}

TEST(Division, KindOfPagesThatIsWorthMoreGetsAllExceptTheFloor) {
  Division division({.floor = 0.1});
  division.set_known_worth(2);
  division.add_new_worth(5);
  EXPECT_NEAR(known_of_a_thousand(division), 100, 2);
  division.set_known_worth(7);
  EXPECT_NEAR(known_of_a_thousand(division), 900, 4);
}

TEST(Division, WithoutWorthsKnownPagesGetTheFloor) {
  Division division({.floor = 0.25});
  EXPECT_NEAR(known_of_a_thousand(division), 250, 2);
  division.set_known_worth(3);
  EXPECT_NEAR(known_of_a_thousand(division), 250, 2) << "the worth of the other kind is not known";
}

TEST(Division, VisitsThatOneKindCouldNotUseAreNotSavedUp) {
  Division division({.known_share = 0.5});
  for (int i = 0; i < 1000; ++i) division.spent_on_new();
  EXPECT_NEAR(known_of_a_thousand(division), 500, 3);
  for (int i = 0; i < 1000; ++i) division.spent_on_known();
  EXPECT_NEAR(known_of_a_thousand(division), 500, 3);
}

TEST(Division, SettlesWhereBothKindsAreWorthTheSame) {
  // Each visit makes the next visit of the same kind worth a little less.
  Division division({.floor = 0.1});
  double known_worth = 40;
  double new_worth = 100;
  int known = 0;
  int fresh = 0;
  for (int i = 0; i < 5000; ++i) {
    division.set_known_worth(known_worth);
    division.add_new_worth(new_worth);
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

// Simulates known pages that have changed at every other visit, and an endless supply of new pages,
// with a daily budget of a tenth of the known pages. Returns the share of known pages in the second
// half.
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
      if (choice->worth > 0) division.set_known_worth(choice->worth);
      division.spent_on_known();
      known += i >= kVisits / 2 ? 1 : 0;
    } else {
      const Duration again = kBetween * static_cast<int64_t>(refresher.pages());
      division.add_new_worth(refresher.worth_of_new(weight_of_new, again));
      division.spent_on_new();
      refresher.add({.key = {{pages % 20}, {pages}}, .weight = weight_of_new}, now);
      ++pages;
    }
  }
  return known / (kVisits / 2.0);
}

TEST(Division, NeitherKindStarvesAndSharesFollowTheWorthOfNewPages) {
  const double heavy = share_of_known("optimal", 1);
  const double light = share_of_known("optimal", 0.1);
  const double worthless = share_of_known("optimal", 0.001);
  EXPECT_GE(heavy, 0.095);
  EXPECT_GT(light, heavy + 0.05);
  EXPECT_GE(worthless, light);
  EXPECT_LE(worthless, 0.905);
  EXPECT_NEAR(share_of_known("uniform", 1), 0.1, 0.01)
      << "this policy does not say what a visit is worth";
}

}  // namespace
}  // namespace freshet::refresh
