#include "change/belief.h"

#include <array>
#include <cmath>
#include <functional>
#include <random>

#include "gtest/gtest.h"

namespace freshet::change {
namespace {

struct Moments {
  double mean = 0;
  double variance = 0;
};

Moments moments(const Belief& belief) {
  return {.mean = belief.a / belief.b, .variance = belief.a / (belief.b * belief.b)};
}

// Rates outside this range have no effect on the posterior.
struct Range {
  double lowest;
  double highest;
};

// Computes the exact posterior from a prior and the likelihood of an observation, by the
// trapezoidal rule in t = ln L. The integrand falls off at both ends faster than any power and is
// analytic around the real line. So the error of the rule falls exponentially with the step: here
// it is below 1e-12.
Moments posterior(const Belief& prior, Range range,
                  const std::function<double(double)>& log_likelihood) {
  const double step = std::min(0.1, 0.4 / std::sqrt(prior.a + 1));
  const double from = std::log(range.lowest);
  const auto steps = static_cast<int>((std::log(range.highest) - from) / step) + 1;
  const auto log_density = [&](double t) {
    const double rate = std::exp(t);
    return prior.a * t - prior.b * rate + log_likelihood(rate);
  };
  double top = -1e300;
  for (int i = 0; i <= steps; ++i) top = std::max(top, log_density(from + i * step));
  double mass = 0;
  double first = 0;
  for (int i = 0; i <= steps; ++i) {
    const double t = from + i * step;
    const double weight = std::exp(log_density(t) - top);
    mass += weight;
    first += weight * std::exp(t);
  }
  const double mean = first / mass;
  double second = 0;
  for (int i = 0; i <= steps; ++i) {
    const double t = from + i * step;
    const double off = std::exp(t) - mean;
    second += std::exp(log_density(t) - top) * off * off;
  }
  return {.mean = mean, .variance = second / mass};
}

// Returns the range in which a Gamma of this shape and rate has all but 1e-16 of its mass. The
// shape decides how fast the density falls off to the left.
Range range_of(double shape, double rate) {
  return {.lowest = std::max(1e-290, shape / rate * std::exp(-45 / std::min(shape, 20.0))),
          .highest = (shape + 12 * std::sqrt(shape) + 60) / rate};
}

// The tolerance is the rounding error of the quadrature, whose exponents are as large as the shape.
void expect_near(const Moments& found, const Moments& exact, double shape,
                 const std::string& what) {
  const double tolerance = 1e-11 + 1e-14 * shape;
  EXPECT_NEAR(found.mean / exact.mean, 1, tolerance) << what;
  EXPECT_NEAR(found.variance / exact.variance, 1, tolerance) << what;
}

constexpr std::array<double, 8> kShapes = {0.15, 0.5, 1, 1.7, 5, 40, 1000, 1e5};
constexpr std::array<double, 3> kRates = {1e-3, 1, 400};

std::string name(const Belief& belief, double tau) {
  return "a " + std::to_string(belief.a) + ", b " + std::to_string(belief.b) + ", tau/b " +
         std::to_string(std::log10(tau / belief.b)) + " (log10)";
}

TEST(Belief, ChangeAtAnUnknownTimeHasMeanAndVarianceOfTheExactPosterior) {
  int cases = 0;
  for (const double a : kShapes) {
    for (const double b : kRates) {
      for (int decade = -12; decade <= 6; ++decade) {
        const Belief prior{.a = a, .b = b};
        const double tau = b * std::pow(10, decade);
        Belief after = prior;
        after.saw_change(tau);
        // Below 1 / tau the likelihood falls with the rate, as if the shape were larger by one.
        Range range = range_of(a, b);
        range.lowest = std::min(1 / tau, a / b) * 1e-18;
        if (a > 20) range.lowest = range_of(a, b).lowest;
        const Moments exact = posterior(
            prior, range, [&](double rate) { return std::log(-std::expm1(-rate * tau)); });
        expect_near(moments(after), exact, a, name(prior, tau));
        ++cases;
      }
    }
  }
  EXPECT_EQ(cases, 8 * 3 * 19);
}

TEST(Belief, ChangeAfterNoTimeAddsOneChange) {
  for (const double tau : {0.0, 1e-300, 1e-30, 1e-15}) {
    Belief belief{.a = 0.7, .b = 3};
    belief.saw_change(tau);
    EXPECT_NEAR(belief.a, 1.7, 1e-12) << tau;
    EXPECT_NEAR(belief.b, 3, 1e-12) << tau;
  }
}

TEST(Belief, ChangeAfterAVeryLongTimeTeachesNothing) {
  Belief belief{.a = 2, .b = 3};
  belief.saw_change(1e300);
  EXPECT_NEAR(belief.a, 2, 1e-12);
  EXPECT_NEAR(belief.b, 3, 1e-12);
}

// Computing the variance as the second moment minus the square of the first would leave two digits
// of it here, and none at 1e16.
TEST(Belief, CertainBeliefIsHardlyMovedByOneChange) {
  for (const double a : {1e10, 1e14, 1e16}) {
    Belief belief{.a = a, .b = 1};
    belief.saw_change(1);
    EXPECT_NEAR(belief.a / a, 1, 1e-9);
    EXPECT_NEAR(belief.b, 1, 1e-9);
  }
}

TEST(Belief, StaysFiniteAndPositiveWhateverIsSeen) {
  for (const double tau : {0.0, 1e-12, 1e-3, 1.0, 1e3, 1e12}) {
    Belief belief;
    for (int i = 0; i < 2000; ++i) {
      belief.saw_change(tau);
      ASSERT_TRUE(std::isfinite(belief.a) && std::isfinite(belief.b)) << tau << ", visit " << i;
      ASSERT_TRUE(belief.a > 0 && belief.b > 0) << tau << ", visit " << i;
    }
  }
}

TEST(Belief, UpdateAfterNoChangeIsExact) {
  for (const double a : kShapes) {
    for (const double ratio : {1e-6, 0.01, 1.0, 30.0, 1e4}) {
      const Belief prior{.a = a, .b = 2};
      const double tau = ratio * prior.b;
      const auto check = [&](const Belief& after, const std::string& what, const auto& likelihood) {
        expect_near(moments(after), posterior(prior, range_of(after.a, after.b), likelihood), a,
                    what + name(prior, tau));
      };
      Belief none = prior;
      none.saw_no_change(tau);
      check(none, "none ", [&](double rate) { return -rate * tau; });
    }
  }
}

TEST(Belief, LogLikelihoodAgreesWithTheProbabilityOfNoChange) {
  const Belief belief{.a = 0.7, .b = 3};
  for (const double days : {1e-3, 0.5, 10.0, 400.0}) {
    const double same = belief.probability_of_no_change(days);
    EXPECT_NEAR(belief.log_likelihood(days, false), std::log(same), 1e-12) << days;
    EXPECT_NEAR(belief.log_likelihood(days, true), std::log(1 - same), 1e-9) << days;
  }
  const double least = std::log(1e-9);
  EXPECT_EQ(belief.log_likelihood(0, true), least);
  EXPECT_EQ(belief.log_likelihood(0, false), 0);
  const Belief certain{.a = 1e6, .b = 1};
  EXPECT_EQ(certain.log_likelihood(1e6, false), least);
}

TEST(Belief, ForgettingLeadsBackToThePriorAtTheGivenPace) {
  const Belief prior{.a = 0.5, .b = 2};
  Belief belief{.a = 10.5, .b = 102};
  belief.forget(45, prior, 45);
  EXPECT_NEAR(belief.a, 0.5 + 10 / std::exp(1), 1e-12);
  EXPECT_NEAR(belief.b, 2 + 100 / std::exp(1), 1e-12);

  Belief in_two_steps{.a = 10.5, .b = 102};
  in_two_steps.forget(10, prior, 45);
  in_two_steps.forget(35, prior, 45);
  EXPECT_NEAR(in_two_steps.a, belief.a, 1e-12);
  EXPECT_NEAR(in_two_steps.b, belief.b, 1e-12);

  belief.forget(1e6, prior, 45);
  EXPECT_EQ(belief.a, prior.a);
  EXPECT_EQ(belief.b, prior.b);
  belief.forget(0, Belief{.a = 9, .b = 9}, 45);
  EXPECT_EQ(belief.a, prior.a);
}

TEST(Belief, MeanBeforeAVisitIsTheExpectedMeanAfterIt) {
  for (const double a : {0.15, 0.5, 1.0, 5.0, 40.0}) {
    const Belief belief{.a = a, .b = 3};
    EXPECT_EQ(belief.probability_of_no_change(0), 1);
    // The mean before the visit is the probability of a change times the mean after it, plus the
    // probability of no change times the mean after none.
    for (const double tau : {1e-6, 0.1, 3.0, 500.0}) {
      const double none = belief.probability_of_no_change(tau);
      Belief changed = belief;
      changed.saw_change(tau);
      Belief unchanged = belief;
      unchanged.saw_no_change(tau);
      EXPECT_NEAR((1 - none) * changed.mean() + none * unchanged.mean(), belief.mean(),
                  1e-10 * belief.mean())
          << a << ", " << tau;
    }
  }
}

// Compares with the average of the logarithms of 200,000 draws from the Gamma. The tolerance is
// five standard errors.
TEST(Belief, MeanLogAgreesWithDrawsFromTheGamma) {
  std::mt19937_64 random(7);
  for (const double a : {0.3, 1.0, 4.0}) {
    const Belief belief{.a = a, .b = 2.5};
    std::gamma_distribution<double> gamma(a, 1 / belief.b);
    constexpr int kDraws = 200'000;
    double sum = 0;
    for (int i = 0; i < kDraws; ++i) sum += std::log(gamma(random));
    // The variance of ln L is trigamma(a) < 1/a + 1/a^2.
    const double error = std::sqrt((1 / a + 1 / (a * a)) / kDraws);
    EXPECT_NEAR(sum / kDraws, belief.mean_log(), 5 * error) << "seed 7, shape " << a;
  }
}

TEST(Belief, FitFindsTheGammaThatTheMomentsCameFrom) {
  for (double a = 0.01; a < 2000; a *= 1.7) {
    for (const double b : {1e-4, 1.0, 3e5}) {
      const Belief belief{.a = a, .b = b};
      const Belief found = fit(belief.mean(), belief.mean_log(), 1e-6, 1e6);
      // The difference of the logarithms is about 1 / (2a); its rounding decides the tolerance.
      const double tolerance = 1e-11 * std::max(1.0, a) * (1 + std::abs(std::log(b)));
      EXPECT_NEAR(found.a / a, 1, tolerance) << a << ", " << b;
      EXPECT_NEAR(found.b / b, 1, tolerance) << a << ", " << b;
    }
  }
}

TEST(Belief, FitClampsTheShapeAndKeepsTheMean) {
  const Belief narrow{.a = 100, .b = 50};
  const Belief at_most = fit(narrow.mean(), narrow.mean_log(), 0.15, 5);
  EXPECT_EQ(at_most.a, 5);
  EXPECT_NEAR(at_most.mean(), 2, 1e-12);
  const Belief wide{.a = 0.02, .b = 1};
  const Belief at_least = fit(wide.mean(), wide.mean_log(), 0.15, 5);
  EXPECT_EQ(at_least.a, 0.15);
  EXPECT_NEAR(at_least.mean(), 0.02, 1e-12);
  // The extremes: all pages have the same rate; some rates are almost 0.
  EXPECT_EQ(fit(3, std::log(3), 0.15, 5).a, 5);
  EXPECT_EQ(fit(3, -1e18, 0.15, 5).a, 0.15);
}

}  // namespace
}  // namespace freshet::change
