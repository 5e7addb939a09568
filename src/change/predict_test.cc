#include "change/predict.h"

#include <cmath>
#include <numeric>
#include <random>

#include "change/availability.h"
#include "gtest/gtest.h"

namespace freshet::change {
namespace {

// Download rates of the paper's two groups, in per cent (table 1). They add up to 100.01 and 100.
constexpr std::array<double, 12> kPopular = {22.01, 0.06, 0.04, 0.06, 0.04, 0.05,
                                             0.07,  0.07, 0.09, 0.33, 9.53, 67.66};
constexpr std::array<double, 12> kRandom = {15.92, 0.20, 0.02, 0.03, 0.28, 0.03,
                                            0.03,  0.08, 0.07, 0.35, 7.34, 75.65};

RateDistribution table(const std::array<double, 12>& per_cent) {
  RateDistribution result;
  const double sum = std::accumulate(per_cent.begin(), per_cent.end(), 0.0);
  for (size_t i = 0; i < per_cent.size(); ++i) result.share[i] = per_cent[i] / sum;
  return result;
}

double sum(std::span<const double> shares) {
  return std::accumulate(shares.begin(), shares.end(), 0.0);
}

TEST(Published, TwoFailuresAreFollowedByThreeAsInThePaper) {
  const auto shares = published(table(kPopular), {.yes = 0, .no = 2}, 3);
  ASSERT_EQ(shares.size(), 4u);
  EXPECT_NEAR(shares[0], 22.01 / (22.01 + 0.006 + 0.005 + 0.007), 1e-12);
  EXPECT_NEAR(shares[0], 0.999, 0.0005);
  EXPECT_NEAR(sum(shares), 1, 1e-12);
}

TEST(Published, IsADistributionForBothTablesAndEveryPast) {
  for (const auto& per_cent : {kPopular, kRandom}) {
    for (int yes = 0; yes <= 5; ++yes) {
      const auto shares = published(table(per_cent), {.yes = yes, .no = 5 - yes}, 5);
      ASSERT_EQ(shares.size(), 6u);
      EXPECT_NEAR(sum(shares), 1, 1e-12);
      // After five successes, five more mean a rate of 1.
      if (yes == 5) {
        EXPECT_NEAR(shares[5],
                    per_cent[11] / (per_cent[11] + 0.1 * (per_cent[6] + per_cent[7] + per_cent[8] +
                                                          per_cent[9] + per_cent[10])),
                    1e-12);
      }
    }
  }
}

TEST(Published, IsUniformForAGroupWithoutSuchRates) {
  const auto shares = published({}, {.yes = 1, .no = 1}, 3);
  for (const double share : shares) EXPECT_EQ(share, 0.25);
}

TEST(PredictedFromRates, FollowsTheRuleOfBayes) {
  RateDistribution even;  // a uniform prior gives Laplace's rule of succession
  for (int i = 1; i <= 10; ++i) even.share[static_cast<size_t>(i)] = 0.1;
  const auto one = predicted_from_rates(even, {.yes = 7, .no = 2}, 1);
  EXPECT_NEAR(one[1], 8.0 / 11, 1e-12);
  const auto any = predicted_from_rates(even, {.yes = 0, .no = 0}, 9);
  for (const double share : any) EXPECT_NEAR(share, 0.1, 1e-12);

  RateDistribution atoms;
  atoms.share[0] = 0.3;
  atoms.share[11] = 0.7;
  EXPECT_NEAR(predicted_from_rates(atoms, {.yes = 0, .no = 0}, 4)[4], 0.7, 1e-12);
  EXPECT_NEAR(predicted_from_rates(atoms, {.yes = 0, .no = 1}, 4)[0], 1, 1e-12);
}

using Outcomes = std::array<Outcome, 10>;

// Draws the rate of a URL from the table; within a class all rates are equally likely.
double draw_rate(const RateDistribution& group, std::mt19937_64& random) {
  std::discrete_distribution<int> classes(group.share.begin(), group.share.end());
  const int at = classes(random);
  if (at == 0 || at == 11) return at == 0 ? 0 : 1;
  return std::uniform_real_distribution<double>((at - 1) / 10.0, at / 10.0)(random);
}

// Draws the outcomes of ten visits. With probability `sticky` a visit repeats the outcome of the
// visit before; otherwise it is drawn anew. The rate is the same, but failures come in runs.
Outcomes draw_outcomes(double rate, double sticky, std::mt19937_64& random) {
  std::uniform_real_distribution<double> chance(0, 1);
  Outcomes outcomes{};
  for (size_t i = 0; i < outcomes.size(); ++i) {
    const bool again = i > 0 && chance(random) < sticky;
    outcomes[i] =
        again ? outcomes[i - 1] : (chance(random) < rate ? Outcome::kSuccess : Outcome::kFailed);
  }
  return outcomes;
}

int count(std::span<const Outcome> outcomes) {
  return static_cast<int>(std::count(outcomes.begin(), outcomes.end(), Outcome::kSuccess));
}

struct Errors {
  double published = 0;
  double from_rates = 0;
  double learned = 0;
};

// Measures the predictions for `urls` URLs. `learned` has learned from as many other URLs before.
Errors measure(const RateDistribution& group, int urls, double sticky, uint64_t seed) {
  std::mt19937_64 random(seed);
  Availability availability(1);
  for (int i = 0; i < urls; ++i) {
    availability.learn(0, draw_outcomes(draw_rate(group, random), sticky, random));
  }
  std::vector<std::vector<double>> by_count;
  std::vector<std::vector<double>> correct;
  for (int yes = 0; yes <= 5; ++yes) {
    by_count.push_back(published(group, {.yes = yes, .no = 5 - yes}, 5));
    correct.push_back(predicted_from_rates(group, {.yes = yes, .no = 5 - yes}, 5));
  }
  Misprediction of_published;
  Misprediction of_correct;
  Misprediction of_learned;
  for (int i = 0; i < urls; ++i) {
    const Outcomes outcomes = draw_outcomes(draw_rate(group, random), sticky, random);
    const std::span<const Outcome> past(outcomes.data(), 5);
    const int real = count(std::span(outcomes).subspan(5));
    of_published.add(by_count[static_cast<size_t>(count(past))], real);
    of_correct.add(correct[static_cast<size_t>(count(past))], real);
    of_learned.add(availability.predict(0, past), real);
  }
  return {.published = of_published.share(),
          .from_rates = of_correct.share(),
          .learned = of_learned.share()};
}

// The groups are as large as those of the paper. With 581,608 and 838,035 URLs chance alone gives a
// misprediction of about 0.02 %; the tolerance is 0.05 %. The published formula errs by about 1 %,
// because it is not the distribution that follows from the rates.
TEST(Predict, PublishedFormulaErrsOnRatesDrawnFromItsOwnTable) {
  const Errors popular = measure(table(kPopular), 581'608, 0, 41);
  EXPECT_NEAR(popular.published, 0.0109, 0.0005) << "seed 41";
  EXPECT_LT(popular.from_rates, 0.0005) << "seed 41";
  EXPECT_LT(popular.learned, 0.001) << "seed 41";
  const Errors random = measure(table(kRandom), 838'035, 0, 42);
  EXPECT_NEAR(random.published, 0.0097, 0.0005) << "seed 42";
  EXPECT_LT(random.from_rates, 0.0005) << "seed 42";
  EXPECT_LT(random.learned, 0.001) << "seed 42";
  RecordProperty("popular_published", std::to_string(popular.published));
  RecordProperty("popular_from_rates", std::to_string(popular.from_rates));
  RecordProperty("popular_learned", std::to_string(popular.learned));
  RecordProperty("random_published", std::to_string(random.published));
  RecordProperty("random_from_rates", std::to_string(random.from_rates));
  RecordProperty("random_learned", std::to_string(random.learned));
}

// Computes the misprediction exactly for rates that are multiples of 0.01, which is how the paper
// names its classes (0.90 to 0.99). The result depends on how the rates lie within a class: 1.1 %
// and 1.0 % for the uniform distribution above, 1.3 % and 1.1 % here, up to 1.4 % and 1.2 % for
// multiples of 0.02.
double expected_misprediction(const RateDistribution& group) {
  std::array<double, 6> surplus{};
  const auto add_rate = [&](double rate, double share) {
    for (int yes = 0; yes <= 5; ++yes) {
      constexpr std::array<double, 6> kChoose = {1, 5, 10, 10, 5, 1};
      const double weight = share * kChoose[static_cast<size_t>(yes)] * std::pow(rate, yes) *
                            std::pow(1 - rate, 5 - yes);
      const auto shares = published(group, {.yes = yes, .no = 5 - yes}, 5);
      for (size_t i = 0; i < 6; ++i) surplus[i] += weight * shares[i];
      surplus[static_cast<size_t>(yes)] -= weight;  // the next five have the same distribution
    }
  };
  add_rate(0, group.share[0]);
  add_rate(1, group.share[11]);
  for (int rate = 1; rate < 100; ++rate) {
    const int at = RateDistribution::class_of({.part = rate, .whole = 100});
    add_rate(rate / 100.0, group.share[static_cast<size_t>(at)] / (at == 1 ? 9 : 10));
  }
  double sum = 0;
  for (const double difference : surplus) sum += std::abs(difference);
  return sum / 2;
}

TEST(Predict, PublishedFormulaErrsMoreForRatesThatAreMultiplesOfOneHundredth) {
  EXPECT_NEAR(expected_misprediction(table(kPopular)), 0.01267, 1e-5);
  EXPECT_NEAR(expected_misprediction(table(kRandom)), 0.01100, 1e-5);
}

TEST(Predict, LearnedAvailabilityIsRightWhenFailuresComeInRuns) {
  for (const double sticky : {0.5, 0.9}) {
    const Errors errors = measure(table(kPopular), 300'000, sticky, 43);
    EXPECT_LT(errors.learned, 0.001) << "seed 43, sticky " << sticky;
    RecordProperty("published_" + std::to_string(sticky), std::to_string(errors.published));
    RecordProperty("learned_" + std::to_string(sticky), std::to_string(errors.learned));
  }
}

// For equal spans there is a closed form by inclusion and exclusion, which is accurate for few
// visits.
TEST(ChangedVisits, AgreesWithTheClosedFormForEqualSpans) {
  for (const double a : {0.15, 0.5, 1.0, 5.0, 300.0}) {
    for (const double days : {1e-6, 0.1, 2.0, 1000.0}) {
      const Belief belief{.a = a, .b = 3};
      const auto shares = changed_visits(belief, std::vector<double>(5, days));
      const std::array<std::array<double, 6>, 6> choose = {
          {{1}, {1, 1}, {1, 2, 1}, {1, 3, 3, 1}, {1, 4, 6, 4, 1}, {1, 5, 10, 10, 5, 1}}};
      for (size_t k = 0; k <= 5; ++k) {
        double exact = 0;
        for (size_t j = 0; j <= k; ++j) {
          exact += (j % 2 == 0 ? 1 : -1) * choose[k][j] *
                   belief.probability_of_no_change(static_cast<double>(5 - k + j) * days);
        }
        EXPECT_NEAR(shares[k], choose[5][k] * exact, 1e-10) << a << ", " << days << ", " << k;
      }
      EXPECT_NEAR(sum(shares), 1, 1e-12);
    }
  }
}

TEST(ChangedVisits, OfUnequalSpansAgreesWithUpdatesOfTheBelief) {
  const Belief belief{.a = 0.6, .b = 2};
  const std::vector<double> days = {0.5, 8};
  const auto shares = changed_visits(belief, days);
  Belief unchanged = belief;
  unchanged.saw_no_change(0.5);
  const double first_only =
      belief.probability_of_no_change(8) - belief.probability_of_no_change(8.5);
  const double second_only =
      belief.probability_of_no_change(0.5) * (1 - unchanged.probability_of_no_change(8));
  EXPECT_NEAR(shares[1], first_only + second_only, 1e-11);
}

TEST(ChangedVisits, FindNoChangeWithoutVisitsOrWithoutTime) {
  EXPECT_EQ(changed_visits({}, {}), std::vector<double>{1});
  const auto shares = changed_visits({}, std::vector<double>{0, 0});
  EXPECT_EQ(shares, (std::vector<double>{1, 0, 0}));
}

// The rates of pages are drawn from a Gamma, which is also the prior. After ten visits to each
// page, the next five are predicted from its belief. The remaining error is chance, about 0.3 % for
// 20,000 pages, and that a belief matches only two moments of the exact posterior.
TEST(ChangedVisits, PredictVisitsToPagesWhoseRatesFollowThePrior) {
  std::mt19937_64 random(44);
  const Belief prior{.a = 0.5, .b = 2};
  std::gamma_distribution<double> rates(prior.a, 1 / prior.b);
  std::uniform_real_distribution<double> chance(0, 1);
  std::uniform_real_distribution<double> spans(0.2, 4);
  Misprediction misprediction;
  for (int page = 0; page < 20'000; ++page) {
    const double rate = rates(random);
    Belief belief = prior;
    for (int visit = 0; visit < 10; ++visit) {
      const double days = spans(random);
      chance(random) < -std::expm1(-rate * days) ? belief.saw_change(days)
                                                 : belief.saw_no_change(days);
    }
    int real = 0;
    for (int visit = 0; visit < 5; ++visit) real += chance(random) < -std::expm1(-rate * 2) ? 1 : 0;
    misprediction.add(changed_visits(belief, std::vector<double>(5, 2.0)), real);
  }
  EXPECT_LT(misprediction.share(), 0.015) << "seed 44";
  RecordProperty("misprediction", std::to_string(misprediction.share()));
}

TEST(Misprediction, IsHalfTheSumOfAllDifferencesPerUrl) {
  Misprediction wrong;
  EXPECT_EQ(wrong.share(), 0);
  wrong.add(std::array{1.0, 0.0}, 1);
  EXPECT_EQ(wrong.share(), 1);
  wrong.add(std::array{0.0, 1.0}, 0);  // the errors within a group cancel
  EXPECT_EQ(wrong.share(), 0);
  wrong.add(std::array{0.5, 0.5}, 1);
  EXPECT_DOUBLE_EQ(wrong.share(), 0.5 / 3);
}

}  // namespace
}  // namespace freshet::change
