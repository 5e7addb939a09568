#include "schedule/policies/optimal/optimal.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <random>

#include "clock/civil.h"

namespace freshet::schedule {
namespace {

constexpr uint64_t kSeed = 5;
const Instant kStart = *to_instant({.year = 2026, .month = 1, .day = 5});

Instant day(double days) {
  return kStart + Duration::from_seconds(days * 86'400);
}

struct Explained {
  double days = 0;
  double rate = 0;
  double shape = 0;
  double percent_current = 0;
  double worth = 0;
  double price = 0;
};

Explained explained(const Policy& policy, Page page, Instant now) {
  Explained e;
  const int found = std::sscanf(policy.explain(page, now).c_str(),
                                "seen %lf days ago; thought to change %lf times a day (shape %lf), "
                                "so current with %lf %%; a visit is worth %lf, the price is %lf",
                                &e.days, &e.rate, &e.shape, &e.percent_current, &e.worth, &e.price);
  EXPECT_EQ(found, 6) << policy.explain(page, now);
  return e;
}

TEST(Optimal, AlwaysHasAnotherPage) {
  Optimal policy({});
  for (Page page = 0; page < 30; ++page) policy.add(page, {.site = page % 3}, kStart);
  for (int i = 1; i < 5'000; ++i) {
    const auto page = policy.next(day(0.01 * i));
    ASSERT_TRUE(page.has_value()) << i;
    policy.visited(*page, {.changed = i % 5 == 0}, day(0.01 * i));
  }
}

TEST(Optimal, APageThatWasRemovedAndAddedAgainIsOfferedOnce) {
  Optimal policy({});
  for (Page page = 0; page < 3; ++page) policy.add(page, {}, kStart);
  policy.removed(1, day(1));
  policy.add(1, {}, day(2));
  std::vector<int> offers(3);
  while (const auto page = policy.next(day(3))) ++offers[*page];
  EXPECT_EQ(offers, (std::vector<int>{1, 1, 1}));
}

TEST(Optimal, ExplainsItsNumbers) {
  const Objective objective{.freshness = 1, .harmonic = 0.3};
  Optimal policy({.objective = objective});
  for (Page page = 0; page < 10; ++page) policy.add(page, {.weight = 3, .cost = 2}, kStart);
  for (int i = 1; i <= 200; ++i) {
    const Page page = *policy.next(day(0.1 * i));
    policy.visited(page, {.changed = page < 5}, day(0.1 * i));
  }
  for (const Page page : {2U, 8U}) {
    const Explained e = explained(policy, page, day(25));
    EXPECT_GT(e.days, 4.9);
    EXPECT_LT(e.days, 8);
    const change::Belief belief{.a = e.shape, .b = e.shape / e.rate};
    EXPECT_NEAR(e.percent_current, 100 * belief.probability_of_no_change(e.days), 0.6);
    // Weight over cost, and all visits so far have succeeded; a shock may have gone unnoticed.
    const change::Belief outlook{.a = e.shape, .b = e.shape / (e.rate + 0.5 / (250 + 25))};
    EXPECT_NEAR(e.worth / (1.5 * value(objective, outlook, e.days)), 0.98, 0.03);
    EXPECT_NEAR(e.worth, policy.worth(page, day(25)), 1e-3 * e.worth);
    // What was visited was worth about this, and now these have waited longer.
    EXPECT_GT(e.price, 0);
    EXPECT_GT(e.worth, e.price);
  }
  EXPECT_GT(explained(policy, 2, day(25)).rate, 2 * explained(policy, 8, day(25)).rate);
}

TEST(Optimal, WeightOverCostIsWhatCounts) {
  Optimal policy({});
  policy.add(0, {.weight = 1, .cost = 1}, kStart);
  policy.add(1, {.weight = 4, .cost = 1}, kStart);
  policy.add(2, {.weight = 4, .cost = 4}, kStart);
  const double one = policy.worth(0, day(3));
  EXPECT_GT(one, 0);
  EXPECT_NEAR(policy.worth(1, day(3)), 4 * one, 1e-6);
  EXPECT_NEAR(policy.worth(2, day(3)), one, 1e-6);
  std::vector<int> visits(3);
  for (int i = 1; i <= 600; ++i) {
    const Page page = *policy.next(day(0.1 * i));
    ++visits[page];
    policy.visited(page, {.changed = visits[page] % 4 == 0}, day(0.1 * i));
  }
  EXPECT_GT(visits[1], 1.4 * visits[0]);
  EXPECT_NEAR(visits[0], visits[2], 0.15 * visits[0]);
}

// 40 pages of one site, each visited about daily; the server tells when they changed, or says
// something else.
enum class Dates { kNone, kTrue, kTimeOfRequest };

double learned_rate(double rate, Dates dates) {
  std::mt19937_64 random(kSeed);
  std::exponential_distribution<double> gap(rate);
  Optimal policy({});
  constexpr Page kPages = 40;
  std::vector<double> change(kPages, 0);       // the last so far
  std::vector<double> next_change(kPages, 0);  // and the one after
  for (Page page = 0; page < kPages; ++page) policy.add(page, {}, kStart);
  std::vector<double> last_visit(kPages, 0);
  for (int i = 1; i <= 40 * 30; ++i) {
    const double now = i / 40.0;
    const Page page = *policy.next(day(now));
    while (next_change[page] <= now) {
      change[page] = next_change[page];
      next_change[page] += gap(random);
    }
    Seen seen{.changed = change[page] > last_visit[page]};
    if (dates == Dates::kTrue) seen.last_modified = day(change[page]);
    if (dates == Dates::kTimeOfRequest) seen.last_modified = day(now);
    policy.visited(page, seen, day(now));
    last_visit[page] = now;
  }
  double sum = 0;
  for (Page page = 0; page < kPages; ++page) sum += explained(policy, page, day(30)).rate;
  return sum / kPages;
}

TEST(Optimal, DatesThatHaveEarnedItTellTheRate) {
  const double with_dates = learned_rate(6, Dates::kTrue);
  const double without = learned_rate(6, Dates::kNone);
  // 30 visits of a page tell its rate to a fifth, and the mean over 40 pages is a little too high,
  // as quotients are. Without dates it is only known that nearly all visits found a change.
  EXPECT_NEAR(with_dates, 6, 0.8);
  EXPECT_GT(std::abs(without - 6), std::abs(with_dates - 6));
}

TEST(Optimal, DatesThatTellNothingChangeNothing) {
  EXPECT_EQ(learned_rate(0.3, Dates::kTimeOfRequest), learned_rate(0.3, Dates::kNone));
}

TEST(Optimal, ANewWeightCountsFromTheNextVisit) {
  Optimal policy({});
  for (Page page = 0; page < 2; ++page) policy.add(page, {}, kStart);
  policy.take(1, day(1));
  policy.reweighed(1, 10);
  policy.visited(1, {}, day(1));
  policy.take(0, day(1));
  policy.visited(0, {}, day(1));
  EXPECT_NEAR(policy.worth(1, day(3)) / policy.worth(0, day(3)), 10, 1e-3);
}

TEST(Optimal, WhatWasSeenBeforeIsAsIfItHadBeenTold) {
  Optimal policy({});
  policy.add(0, {.past_changes = 0, .past_days = 200}, kStart);
  policy.add(1, {.past_changes = 100, .past_days = 200}, kStart);
  EXPECT_LT(explained(policy, 0, day(1)).rate, 0.1);
  EXPECT_GT(explained(policy, 1, day(1)).rate, 0.3);
  EXPECT_GT(*policy.current(0, day(1)), *policy.current(1, day(1)));
}

TEST(Optimal, VisitsThatOthersChooseDoNotFillTheMemory) {
  Optimal policy({});
  constexpr Page kPages = 5'000;
  for (Page page = 0; page < kPages; ++page) policy.add(page, {}, kStart);
  for (int round = 1; round <= 40; ++round) {
    for (Page page = 0; page < kPages; ++page) {
      policy.take(page, day(round));
      policy.visited(page, {.changed = page % 3 == 0}, day(round));
    }
  }
  EXPECT_LT(policy.footprint().queue, kPages * 60);
  EXPECT_TRUE(policy.next(day(42)));
}

TEST(Optimal, WhatKeepsFailingIsAskedRarelyButAgain) {
  Optimal policy({.visits_per_page_day = 0.5});
  constexpr Page kPages = 20;
  for (Page page = 0; page < kPages; ++page) policy.add(page, {}, kStart);
  double now = 0;
  const auto visits = [&](double days, bool fails) {
    std::vector<int> counts(kPages);
    for (const double end = now + days; now < end; now += 0.1) {
      const Page page = *policy.next(day(now));
      ++counts[page];
      if (page == 0 && fails)
        policy.failed(page, day(now));
      else
        policy.visited(page, {.changed = counts[page] % 4 == 0}, day(now));
    }
    return counts;
  };
  visits(50, false);
  visits(200, true);
  const std::vector<int> failing = visits(400, true);
  EXPECT_GE(failing[0], 2);
  EXPECT_LT(failing[0], failing[1] / 4);
  // Once it answers again, it is soon as before.
  visits(400, false);
  const std::vector<int> after = visits(400, false);
  EXPECT_GT(after[0], 0.6 * after[1]);
}

TEST(Optimal, ForetellsWhenAPageIsWorthThePrice) {
  Optimal policy({});
  for (Page page = 0; page < 10; ++page) policy.add(page, {}, kStart);
  for (int i = 1; i <= 200; ++i) {
    const Page page = *policy.next(day(0.1 * i));
    EXPECT_FALSE(policy.expected(page, day(0.1 * i))) << "it is being visited";
    policy.visited(page, {.changed = page < 5}, day(0.1 * i));
  }
  // A visit each tenth of a day for ten pages: those that never changed wait longest.
  for (Page page = 0; page < 10; ++page) {
    const auto then = policy.expected(page, day(20));
    ASSERT_TRUE(then) << page;
    EXPECT_GE(*then, day(20));
    EXPECT_LT(*then, day(40));
    EXPECT_GE(policy.worth(page, *then), 0.99 * explained(policy, page, day(20)).price);
  }
}

TEST(Optimal, PingsAreBelievedByWhatCameOfPings) {
  Optimal policy({});
  for (Page page = 0; page < 200; ++page) policy.add(page, {.site = page % 2}, kStart);
  // Of site 0 they are always true, of site 1 never.
  for (int i = 1; i <= 2'000; ++i) {
    const Instant now = day(0.05 * i);
    const Page page = *policy.next(now);
    policy.pinged(page, now);
    policy.visited(page, {.changed = page % 2 == 0}, now);
  }
  const Page honest = 100;
  const Page lying = 101;
  const Instant now = day(101);
  const double before = policy.current(honest, now).value();
  const double before_lying = policy.current(lying, now).value();
  policy.pinged(honest, now);
  policy.pinged(lying, now);
  EXPECT_LT(policy.current(honest, now).value(), 0.1 * before);
  EXPECT_GT(policy.current(lying, now).value(), 0.8 * before_lying);
}

}  // namespace
}  // namespace freshet::schedule
