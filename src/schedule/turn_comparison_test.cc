#include "schedule/turn_comparison.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>
#include <vector>

namespace freshet::schedule {
namespace {

constexpr Page kPages = 1'000;

// Pages that change by chance, so often a round, each visited after so many rounds.
struct World {
  std::function<double(Page)> rate;
  std::function<double(Page)> wait;
};

struct Result {
  double behind = 0;  // as estimated
  double truly = 0;   // by the rates
  TurnComparison comparison;
};

double current_share(double changes) {
  return changes > 0 ? -std::expm1(-changes) / changes : 1;
}

Result play(const World& world, double rounds) {
  Result result;
  std::mt19937_64 random(3);
  std::vector<double> last(kPages);
  std::vector<bool> changed_before(kPages);
  std::vector<double> last_change(kPages, -1e9);
  constexpr double kStep = 0.01;
  for (double now = 0; now < rounds; now += kStep) {
    for (Page page = 0; page < kPages; ++page) {
      const double wait = now - last[page];
      if (wait < world.wait(page)) continue;
      const bool changed =
          std::bernoulli_distribution(-std::expm1(-world.rate(page) * wait))(random);
      result.comparison.saw({.page = page,
                             .group = page % 2,
                             .wait = wait,
                             .last_change = now - last_change[page],
                             .changed = changed,
                             .is_fast = changed_before[page]},
                            now);
      changed_before[page] = changed;
      if (changed) last_change[page] = now;
      last[page] = now;
    }
  }
  for (Page page = 0; page < kPages; ++page)
    result.truly +=
        (current_share(world.rate(page)) - current_share(world.rate(page) * world.wait(page))) /
        kPages;
  result.behind = result.comparison.behind();
  return result;
}

TEST(TurnComparison, VisitingInTurnIsNotBehindItself) {
  const Result in_turn =
      play({.rate = [](Page) { return 0.3; }, .wait = [](Page) { return 1; }}, 20);
  EXPECT_NEAR(in_turn.behind, 0, 0.01);
  EXPECT_FALSE(in_turn.comparison.is_behind());
}

// Half of the pages change, and are visited more often at the cost of those that do not.
TEST(TurnComparison, VisitsToPagesThatChangeAreAhead) {
  const Result ahead = play({.rate = [](Page page) { return page % 2 == 0 ? 0.5 : 1e-6; },
                             .wait = [](Page page) { return page % 2 == 0 ? 0.6 : 3; }},
                            30);
  EXPECT_LT(ahead.truly, -0.03);
  EXPECT_NEAR(ahead.behind, ahead.truly, 0.03);
  EXPECT_FALSE(ahead.comparison.is_behind());
}

// The same visits, while it is the other half that changes.
TEST(TurnComparison, VisitsThatNeglectPagesThatChangeAreBehind) {
  const Result behind = play({.rate = [](Page page) { return page % 2 == 0 ? 1e-6 : 0.1; },
                              .wait = [](Page page) { return page % 2 == 0 ? 0.6 : 3; }},
                             30);
  EXPECT_GT(behind.truly, 0.03);
  EXPECT_NEAR(behind.behind, behind.truly, 0.03);
  EXPECT_TRUE(behind.comparison.is_behind());
  EXPECT_TRUE(behind.comparison.is_behind(1));
  EXPECT_FALSE(behind.comparison.is_behind(0)) << "nothing was lost with these";
}

// Nobody can follow them: to give them up is no loss.
TEST(TurnComparison, PagesThatAlwaysChangeMayBeGivenUp) {
  const Result given_up = play({.rate = [](Page page) { return page % 2 == 0 ? 0.1 : 100; },
                                .wait = [](Page page) { return page % 2 == 0 ? 0.6 : 5; }},
                               30);
  EXPECT_LT(given_up.behind, 0.002);
  EXPECT_FALSE(given_up.comparison.is_behind());
}

TEST(TurnComparison, ALossIsForgottenWhenItIsOver) {
  TurnComparison comparison;
  double rounds = 0;
  const auto visit = [&](double wait, bool changed) {
    rounds += 1.0 / kPages;
    comparison.saw({.wait = wait, .last_change = 100, .changed = changed}, rounds);
  };
  for (Page i = 0; i < kPages; ++i) visit(6, i % 4 == 0);
  ASSERT_TRUE(comparison.is_behind());
  for (Page i = 0; i < 25 * kPages; ++i) visit(1, false);
  EXPECT_FALSE(comparison.is_behind());
}

}  // namespace
}  // namespace freshet::schedule
