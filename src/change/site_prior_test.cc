#include "change/site_prior.h"

#include <cmath>
#include <random>

#include "gtest/gtest.h"

namespace freshet::change {
namespace {

PageRates of_pages(int pages, const Belief& belief) {
  PageRates rates;
  for (int i = 0; i < pages; ++i) rates.add(belief);
  return rates;
}

TEST(SitePrior, StartsFromPagesAndBudget) {
  const Belief tight = starting_prior({.pages = 1'000'000, .visits_a_day = 1000});
  EXPECT_EQ(tight.a, 0.5);
  EXPECT_EQ(tight.b, 2.5);  // 1,000 days between visits; the maximum of five is used
  const Belief rich = starting_prior({.pages = 1000, .visits_a_day = 2000});
  EXPECT_EQ(rich.b, 0.25);
  EXPECT_EQ(starting_prior({.pages = 5, .visits_a_day = 0}).b, 2.5);
  EXPECT_GT(starting_prior({.pages = 0, .visits_a_day = 1}).b, 0);
}

TEST(SitePrior, OfASiteWithoutPagesIsThePriorOfTheCollection) {
  const Belief collection{.a = 0.8, .b = 4};
  const Belief prior = site_prior({}, collection);
  EXPECT_NEAR(prior.a, 0.8, 1e-9);
  EXPECT_NEAR(prior.b, 4, 1e-9);
}

TEST(SitePrior, CollectionHasTheWeightOfTenPages) {
  const Belief collection{.a = 1, .b = 1};
  const Belief page{.a = 2, .b = 20};
  EXPECT_NEAR(site_prior(of_pages(10, page), collection).mean(), (1 + 0.1) / 2, 1e-12);
  EXPECT_NEAR(site_prior(of_pages(990, page), collection).mean(), 0.01 + 0.99 * 0.1, 1e-12);
  const Belief half = site_prior(of_pages(10, page), collection);
  EXPECT_NEAR(half.mean_log(), (page.mean_log() + collection.mean_log()) / 2, 1e-9);
}

TEST(SitePrior, ShapeStaysWithinItsBounds) {
  const Belief collection{.a = 1, .b = 1};
  EXPECT_EQ(site_prior(of_pages(100'000, {.a = 1e4, .b = 1e4}), collection).a, 5);
  PageRates odd;  // most pages hardly ever change, a few change very fast
  for (int i = 0; i < 10'000; ++i) odd.add(i % 100 == 0 ? Belief{50, 1} : Belief{0.1, 1e5});
  EXPECT_EQ(site_prior(odd, collection).a, 0.15);
}

TEST(SitePrior, MergedSumsCountThePagesOfBoth) {
  PageRates one = of_pages(3, {.a = 1, .b = 2});
  const PageRates two = of_pages(4, {.a = 3, .b = 2});
  one.merge(two);
  EXPECT_EQ(one.pages, 7);
  EXPECT_NEAR(one.mean, 3 * 0.5 + 4 * 1.5, 1e-12);
}

struct World {
  Belief truth;
  double days;  // between visits
  int pages;
};

// Refits the prior repeatedly, as a crawler does: there are ten visits to each page, and in each
// round the beliefs are computed anew under the current prior.
Belief learned(const World& world, uint64_t seed) {
  std::mt19937_64 random(seed);
  std::gamma_distribution<double> rates(world.truth.a, 1 / world.truth.b);
  std::uniform_real_distribution<double> chance(0, 1);
  std::vector<int> changed;
  constexpr int kVisits = 10;
  for (int page = 0; page < world.pages; ++page) {
    const double seen = -std::expm1(-rates(random) * world.days);
    int count = 0;
    for (int visit = 0; visit < kVisits; ++visit) count += chance(random) < seen ? 1 : 0;
    changed.push_back(count);
  }
  Belief prior = starting_prior({.pages = 1, .visits_a_day = 1});
  for (int round = 0; round < 60; ++round) {
    PageRates all;
    for (const int count : changed) {
      Belief page = prior;
      for (int i = 0; i < kVisits; ++i) {
        // The changes are spread over the visits, because their order hardly matters.
        const bool change = (i + 1) * count / kVisits > i * count / kVisits;
        change ? page.saw_change(world.days) : page.saw_no_change(world.days);
      }
      all.add(page);
    }
    prior = collection_prior(all, prior);
  }
  return prior;
}

// 4,000 pages determine the shape to about 5 %. That beliefs match only the first two moments of
// the exact posterior adds a few per cent. The tolerance is 15 %.
TEST(SitePrior, RefittingFindsTheGammaThatRatesWereDrawnFrom) {
  for (const World& world : {World{{.a = 0.8, .b = 4}, 1, 4000}, World{{.a = 2, .b = 10}, 2, 4000},
                             World{{.a = 0.4, .b = 8}, 3, 4000}}) {
    const Belief found = learned(world, 21);
    EXPECT_NEAR(found.mean() / world.truth.mean(), 1, 0.1) << "seed 21, shape " << world.truth.a;
    EXPECT_NEAR(found.a / world.truth.a, 1, 0.15) << "seed 21, shape " << world.truth.a;
  }
}

}  // namespace
}  // namespace freshet::change
