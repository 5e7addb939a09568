#include "schedule/value.h"

#include <cmath>

#include "gtest/gtest.h"
#include "schedule/allocation.h"
#include "schedule/objective.h"

namespace freshet::schedule {
namespace {

std::vector<double> without_caps(const std::vector<KnownPage>& pages, double budget,
                                 const Objective& objective) {
  return best_frequencies(pages, {.site_of = std::vector<Site>(pages.size()), .most = {HUGE_VAL}},
                          budget, objective);
}

// e^-x and its like in long double, by their power series: right to the last digits of a double
// where the naive formulas are not.
long double exact_fresh_gain(long double x) {
  if (x > 20) return 1 - (1 + x) * expl(-x);
  long double sum = 0;
  long double term = x;  // x^k / k!
  for (int k = 2; k < 200; ++k) {
    term *= x / k;
    sum += (k % 2 == 0 ? term : -term) * (k - 1);
  }
  return sum;
}

TEST(Value, GainsAreRightFromTheSmallestToTheLargest) {
  for (double x = 1e-12; x < 1e3; x *= 1.7) {
    const long double g = exact_fresh_gain(x);
    EXPECT_NEAR(fresh_gain(x) / static_cast<double>(g), 1, x < 15 ? 1e-9 : 1e-6) << x;
    const double h = x < 0.1 ? x * x / 2 * (1 - x / 3 * (1 - x / 4 * (1 - x / 5 * (1 - x / 6))))
                             : x - 1 + std::exp(-x);
    EXPECT_NEAR(harmonic_gain(x) / h, 1, 1e-8) << x;
    const double age = x < 0.1 ? x * x * x / 3 * (1 - x * 3 / 8 + x * x / 10 - x * x * x / 48)
                               : x * x / 2 - static_cast<double>(g);
    EXPECT_NEAR(age_gain(x) / age, 1, 1e-5) << x;
  }
  EXPECT_EQ(fresh_gain(0), 0);
}

TEST(Value, TheInverseUndoesTheGain) {
  for (double y = 1e-12; y < 1; y = y < 0.5 ? y * 3 : 1 - (1 - y) / 3) {
    EXPECT_NEAR(fresh_gain(inverse_fresh_gain(y)) / y, 1, 1e-9) << y;
    if (1 - y < 1e-12) break;
  }
}

// The integral of u D'(u) by Simpson's rule, D' from differences of the penalty.
double by_quadrature(const change::Belief& belief, double tau, const Objective& objective) {
  constexpr int kSteps = 20'000;
  const auto integrand = [&](double u) { return slope(objective, belief, u); };
  double sum = 0;
  for (int i = 0; i <= kSteps; ++i) {
    const double weight = i == 0 || i == kSteps ? 1 : i % 2 == 1 ? 4 : 2;
    sum += weight * integrand(tau * i / kSteps);
  }
  return sum * tau / kSteps / 3;
}

TEST(Value, UnderABeliefItIsTheIntegralOfItsSlope) {
  for (const double a : {0.2, 0.5, 1.0, 1.0 + 1e-9, 2.0, 3.7, 20.0}) {
    for (const double b : {0.01, 1.0, 300.0}) {
      for (const double z : {1e-6, 1e-3, 0.019, 0.021, 0.5, 3.0, 20.0}) {
        const change::Belief belief{.a = a, .b = b};
        const double tau = z * b;
        for (const Objective& objective :
             {Objective{}, Objective{.freshness = 0, .harmonic = 1},
              Objective{.freshness = 0, .age = 1}, Objective{.freshness = 0, .changes = 1},
              Objective{.freshness = 0, .staleness = 1}}) {
          const double expected = by_quadrature(belief, tau, objective);
          EXPECT_NEAR(value(objective, belief, tau) / expected, 1, 1e-6)
              << a << " " << b << " " << z << " " << objective.freshness << objective.harmonic
              << objective.age;
        }
      }
    }
  }
}

TEST(Value, ASharpBeliefIsAKnownRate) {
  const change::Belief sure{.a = 1e7, .b = 1e7 / 0.3};
  for (const double tau : {0.01, 1.0, 10.0}) {
    for (const Objective& objective : {Objective{}, Objective{.harmonic = 0.5, .age = 0.1}}) {
      EXPECT_NEAR(value(objective, sure, tau) / value(objective, 0.3, tau), 1, 1e-4);
    }
  }
}

// Cho and Garcia-Molina, "Effective page refresh policies for web crawlers" (2003), table 2: under
// freshness the fastest page is best left alone.
TEST(Allocation, FiveRatesShareFiveVisitsAsPublished) {
  std::vector<KnownPage> pages;
  for (const double rate : {1, 2, 3, 4, 5}) pages.push_back({.rate = rate});
  const auto freshness = without_caps(pages, 5, {});
  const auto age = without_caps(pages, 5, {.freshness = 0, .age = 1});
  const double by_freshness[] = {1.15, 1.36, 1.35, 1.14, 0};
  const double by_age[] = {0.84, 0.97, 1.03, 1.07, 1.09};
  for (size_t i = 0; i < pages.size(); ++i) {
    EXPECT_NEAR(freshness[i], by_freshness[i], 0.006) << i;
    EXPECT_NEAR(age[i], by_age[i], 0.006) << i;
  }
}

TEST(Allocation, NoOtherDivisionOfTheBudgetIsFresher) {
  std::vector<KnownPage> pages;
  for (int i = 0; i < 20; ++i) {
    pages.push_back(
        {.rate = 0.01 * std::exp(0.35 * i), .weight = 1.0 + i % 3, .cost = 1.0 + i % 2});
  }
  const auto best = without_caps(pages, 4, {});
  const double freshness = expected_freshness(pages, best);
  double spent = 0;
  for (size_t i = 0; i < pages.size(); ++i) spent += pages[i].cost * best[i];
  EXPECT_NEAR(spent, 4, 1e-6);
  for (size_t from = 0; from < pages.size(); ++from) {
    for (size_t to = 0; to < pages.size(); ++to) {
      auto moved = best;
      const double spend = std::min(0.02, moved[from] * pages[from].cost);
      moved[from] -= spend / pages[from].cost;
      moved[to] += spend / pages[to].cost;
      EXPECT_LE(expected_freshness(pages, moved), freshness + 1e-9);
    }
  }
}

TEST(Allocation, ASiteAtItsCapLeavesTheRestToTheOthers) {
  std::vector<KnownPage> pages;
  SiteCaps caps{.most = {0.5, 100}};
  for (int i = 0; i < 10; ++i) {
    pages.push_back({.rate = 0.1 * (1 + i), .weight = i < 5 ? 10.0 : 1.0});
    caps.site_of.push_back(i < 5 ? 0 : 1);
  }
  const auto best = best_frequencies(pages, caps, 3, {});
  double spent[2] = {};
  for (size_t i = 0; i < pages.size(); ++i) spent[caps.site_of[i]] += best[i];
  EXPECT_NEAR(spent[0], 0.5, 1e-6);
  EXPECT_NEAR(spent[1], 2.5, 1e-6);
  // Each site alone, with what it got, would divide it in the same way.
  const std::vector<KnownPage> first(pages.begin(), pages.begin() + 5);
  const auto alone = without_caps(first, 0.5, {});
  for (size_t i = 0; i < first.size(); ++i) EXPECT_NEAR(alone[i], best[i], 1e-6);
  // Caps that do not bind change nothing, and caps below the budget are all that is spent.
  caps.most = {100, 100};
  const auto loose = best_frequencies(pages, caps, 3, {});
  const auto free = without_caps(pages, 3, {});
  for (size_t i = 0; i < pages.size(); ++i) EXPECT_NEAR(loose[i], free[i], 1e-9);
  caps.most = {0.5, 0.25};
  double all = 0;
  for (const double visits : best_frequencies(pages, caps, 3, {})) all += visits;
  EXPECT_NEAR(all, 0.75, 1e-6);
}

TEST(ValueOfNew, IsTheTimeInWhichTheCopyWillBeCurrent) {
  // As good as known: half a change a day.
  const change::Belief belief{.a = 1e6, .b = 2e6};
  const Objective freshness;
  for (const double days : {0.01, 1.0, 5.0, 300.0}) {
    EXPECT_NEAR(value_of_new(freshness, belief, days), 2 * -std::expm1(-days / 2), 1e-4) << days;
  }
  // One that never changes is worth having all the same, where a revisit would be worth nothing.
  const change::Belief never{.a = 0.01, .b = 1e6};
  EXPECT_NEAR(value_of_new(freshness, never, 30), 30, 0.01);
  EXPECT_LT(value(freshness, never, 30), 0.01);
  // Whatever is believed, a page that we do not have is worth more than one that we have.
  for (const double a : {0.2, 1.0, 3.0}) {
    for (const double days : {0.1, 3.0, 100.0}) {
      const change::Belief some{.a = a, .b = 4};
      EXPECT_GT(value_of_new(freshness, some, days), value(freshness, some, days));
    }
  }
  const Objective age{.freshness = 0, .age = 1};
  EXPECT_DOUBLE_EQ(value_of_new(age, belief, 7), value(age, belief, 7));
}

TEST(ObjectiveText, NamesWithWeights) {
  const auto mixed = objective_named("freshness,harmonic=0.3,age=1e-3");
  ASSERT_TRUE(mixed);
  EXPECT_EQ(mixed->freshness, 1);
  EXPECT_EQ(mixed->harmonic, 0.3);
  EXPECT_EQ(mixed->age, 1e-3);
  EXPECT_EQ(objective_named("staleness")->freshness, 0);
  EXPECT_EQ(objective_named("default")->harmonic, 0.3);
  for (const char* bad : {"", "fresh", "age=", "age=-1", "age=x", "age=1x", "age=nan", "age=0", ",",
                          "freshness,,age"}) {
    EXPECT_FALSE(objective_named(bad)) << bad;
  }
}

}  // namespace
}  // namespace freshet::schedule
