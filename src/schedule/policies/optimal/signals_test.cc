#include "schedule/policies/optimal/signals.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>

#include "clock/civil.h"
#include "schedule/policies/optimal/optimal.h"

namespace freshet::schedule {
namespace {

constexpr uint64_t kSeed = 17;
const Instant kStart = *to_instant({.year = 2026, .month = 1, .day = 5});

enum class Says { kNothing, kTheTruth, kAnything, kAll };

struct Outcome {
  double freshness = 0;
  int visits_of_listing = 0;
};

// Pages that each change so often a day, and so many visits a day for 300 days, of which the second
// half counts. The listing is a page like the others, and may lie: it then names ten pages by lot
// each time, or all of them.
Outcome play(Says says, const std::vector<double>& rates, int visits_a_day) {
  std::mt19937_64 random(kSeed);
  std::exponential_distribution<double> gap(1);
  const auto pages = static_cast<Page>(rates.size());
  Optimal policy({.visits_per_page_day = 1.0 * visits_a_day / pages});
  std::vector<double> next_change(pages);
  std::vector<bool> stale(pages);
  std::vector<bool> unsaid(pages);
  const Page its_listing = pages;
  std::optional<Page> listing;
  if (says != Says::kNothing) listing = its_listing;
  for (Page page = 0; page < pages; ++page) {
    next_change[page] = gap(random) / rates[page];
    policy.add(page, {.listed_on = listing}, kStart);
  }
  policy.add(its_listing, {.weight = 0.1, .is_listing = listing.has_value()}, kStart);
  Outcome outcome;
  double counted = 0;
  for (int i = 1; i <= visits_a_day * 300; ++i) {
    const double day = 1.0 * i / visits_a_day;
    const Instant now = kStart + Duration::from_seconds(86'400 * day);
    for (Page page = 0; page < pages; ++page) {
      while (next_change[page] <= day) {
        next_change[page] += gap(random) / rates[page];
        stale[page] = unsaid[page] = true;
      }
      if (day < 150) continue;
      outcome.freshness += stale[page] ? 0 : 1;
      ++counted;
    }
    const Page page = *policy.next(now);
    if (page != its_listing) {
      policy.visited(page, {.changed = stale[page]}, now);
      stale[page] = unsaid[page] = false;
      continue;
    }
    ++outcome.visits_of_listing;
    for (Page other = 0; other < pages; ++other) {
      if (says == Says::kAll || (says == Says::kTheTruth && unsaid[other]))
        policy.announced(other, now);
      unsaid[other] = false;
    }
    for (int k = 0; k < 10 && says == Says::kAnything; ++k)
      policy.announced(static_cast<Page>(random() % pages), now);
    policy.visited(its_listing, {.changed = true}, now);
  }
  outcome.freshness /= counted;
  return outcome;
}

// 300 that change every fifty days.
Outcome play(Says says) {
  return play(says, std::vector<double>(300, 0.02), 10);
}

TEST(Signals, AListingThatAlwaysNamesEveryPageDoesLittleHarm) {
  std::vector<double> rates(40, 1e-6);  // most never change
  for (size_t i = 16; i < rates.size(); ++i) rates[i] = 0.01 * std::exp2(i % 8);
  const Outcome alone = play(Says::kNothing, rates, 12);
  const Outcome lied_to = play(Says::kAll, rates, 12);
  EXPECT_GT(lied_to.freshness, alone.freshness - 0.01);
  EXPECT_LT(lied_to.visits_of_listing, 300);  // of 3,600
}

TEST(Signals, AListingThatTellsTheTruthIsWorthMoreThanAnyGuess) {
  const Outcome alone = play(Says::kNothing);
  const Outcome honest = play(Says::kTheTruth);
  EXPECT_LT(alone.freshness, 0.80);
  EXPECT_GT(honest.freshness, 0.97);
  // As often as the pages can be visited that it tells of.
  EXPECT_GT(honest.visits_of_listing, 150);
  EXPECT_LT(honest.visits_of_listing, 1'800);
}

TEST(Signals, AListingThatLiesDoesLittleHarm) {
  const Outcome alone = play(Says::kNothing);
  const Outcome lied_to = play(Says::kAnything);
  EXPECT_GT(lied_to.freshness, alone.freshness - 0.015);
  EXPECT_LT(lied_to.visits_of_listing, 300);
}

TEST(Signals, WithoutItsListingAPageStandsOnItsOwnAgain) {
  Optimal policy({});
  constexpr Page kFew = 20;
  for (Page page = 0; page < kFew; ++page) policy.add(page, {.listed_on = kFew}, kStart);
  policy.add(kFew, {.is_listing = true}, kStart);
  Instant now = kStart;
  // All changes are announced.
  for (int i = 0; i < 2'000; ++i) {
    now += Duration::hours(1);
    const Page page = *policy.next(now);
    const bool told =
        page != kFew && policy.explain(page, now).find("said to have") != std::string::npos;
    if (page == kFew) policy.announced(static_cast<Page>(i) % kFew, now);
    policy.visited(page, {.changed = told}, now);
  }
  now += Duration::days(1);
  const double relying = policy.worth(0, now);
  policy.removed(kFew, now);
  EXPECT_GT(policy.worth(0, now), 1.5 * relying);
  std::vector<int> offers(kFew);
  while (const auto page = policy.next(now)) ++offers[*page];
  EXPECT_EQ(offers, std::vector<int>(kFew, 1));
}

TEST(Signals, TrustIsEarnedByAnnouncementsThatTimeAloneDoesNotExplain) {
  Signals honest;
  Signals by_lot;
  honest.add_listing(9, 1, 0);
  for (uint32_t i = 1; i <= 200; ++i) {
    const Signals::Visit visit{.last_visit = i, .now = i + 1, .announced = true, .unchanged = 0.6};
    Signals::Visit changed = visit;
    changed.changed = true;
    honest.saw(1, 0, changed);
    // Changed as often as was to be expected of any page.
    by_lot.saw(1, 0, i % 5 < 2 ? changed : visit);
  }
  EXPECT_GT(honest.odds(0), 20);
  EXPECT_GT(honest.recall(0), 0.9);
  EXPECT_LT(by_lot.odds(0), 1.3);
  EXPECT_LT(by_lot.recall(0), 0.3);
}

TEST(Signals, AListingIsWorthWhatItsPagesLoseUnseen) {
  Signals signals;
  signals.add_listing(9, 2, 0);
  for (Page page = 0; page < 4; ++page) {
    signals.add_listed(page, 9, 1);
    signals.count(page, 0.1, true);
  }
  const double after_a_day = signals.worth(9, 0, 86'400).value;
  EXPECT_GT(after_a_day, 0);
  EXPECT_GT(signals.worth(9, 0, 2 * 86'400).value, 2 * after_a_day);
  signals.count(0, 0.1, false);
  EXPECT_NEAR(signals.worth(9, 0, 86'400).value, 0.75 * after_a_day, 1e-6);
  signals.remove(1);
  EXPECT_NEAR(signals.worth(9, 0, 86'400).value, 0.5 * after_a_day, 1e-6);
  signals.listing_seen(9, 86'400);
  EXPECT_EQ(signals.worth(9, 0, 86'400).value, 0);
}

}  // namespace
}  // namespace freshet::schedule
