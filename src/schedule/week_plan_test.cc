#include "schedule/week_plan.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "schedule/value.h"

namespace freshet::schedule {
namespace {

constexpr uint64_t kSeed = 3;

// Nine of ten changes in office hours.
WeekActivity office() {
  WeekActivity activity;
  for (size_t bin = 0; bin < kWeekBins; ++bin) {
    activity[bin] = bin >= 9 && bin < 17 ? 0.9 / 40 : 0.1 / 128;
  }
  return with_mean_one(activity);
}

WeekActivity nightly() {
  WeekActivity activity{};
  activity[2] = activity[26] = 1;
  return with_mean_one(activity);
}

WeekActivity mild() {
  WeekActivity activity;
  for (size_t bin = 0; bin < kWeekBins; ++bin) {
    activity[bin] = 1 - 0.5 * std::cos(2 * M_PI * (static_cast<double>(bin % 24) + 0.5) / 24);
  }
  return with_mean_one(activity);
}

// Freshness with visits evenly spaced, whatever the hour; in the mean over all beginnings.
double evenly_spaced(const WeekActivity& activity, double rate, double visits_per_day) {
  constexpr double kSteps = 20;  // an hour
  const auto length = static_cast<int>(24 / visits_per_day * kSteps);
  double fresh = 0;
  for (int begin = 0; begin < kHoursOfWeek; ++begin) {
    double survival = 1;
    for (int i = 0; i < length; ++i) {
      const int hour = (begin + i / static_cast<int>(kSteps)) % kHoursOfWeek;
      const double events = rate / 24 * activity[week_bin(hour)] / kSteps;
      fresh += survival * (1 - events / 2);
      survival *= std::exp(-events);
    }
  }
  return fresh / length / kHoursOfWeek;
}

TEST(WeekPlan, WhereAllHoursAreAlikeItIsThePlainIndex) {
  for (const double rate : {0.05, 0.3, 1.0, 5.0}) {
    for (const double share : {0.01, 0.1, 0.5, 0.9}) {
      const double price = share / rate;
      const double plain = 24 * inverse_fresh_gain(price * rate) / rate;
      const WeekPlan plan = plan_week(flat_week(), rate, price);
      for (const uint16_t hours : plan.hours) {
        EXPECT_NEAR(hours, std::max(plain, 1.0), 1) << rate << " " << share;
      }
    }
    for (const uint16_t hours : plan_week(flat_week(), rate, 1.01 / rate).hours) {
      EXPECT_EQ(hours, WeekPlan::kNever);
    }
  }
}

TEST(WeekPlan, ALaterLastVisitNeverGivesAnEarlierNextOne) {
  std::mt19937_64 random(kSeed);
  std::uniform_real_distribution<> uniform;
  for (int i = 0; i < 30; ++i) {
    WeekActivity activity;
    for (double& each : activity) each = std::pow(uniform(random), 4);
    const double rate = std::exp(4 * uniform(random) - 2);
    const WeekPlan plan = plan_week(with_mean_one(activity), rate, uniform(random) / rate);
    for (size_t hour = 0; hour < plan.hours.size(); ++hour) {
      const uint16_t wait = plan.hours[hour];
      const uint16_t later = plan.hours[(hour + 1) % plan.hours.size()];
      if (wait == WeekPlan::kNever || later == WeekPlan::kNever) continue;
      EXPECT_GE(later + 1, wait) << hour;
    }
  }
}

struct Line {
  WeekActivity activity;
  double rate;
  double least;  // freshness over that of evenly spaced visits, when a visit is worth 0.2 / rate
};

TEST(WeekPlan, HoursBuyFreshnessAtTheSameSpend) {
  for (const Line& line :
       {Line{mild(), 0.3, 1.015}, Line{mild(), 1, 1.06}, Line{office(), 0.3, 1.15},
        Line{office(), 4, 1.09}, Line{nightly(), 0.3, 1.1}, Line{nightly(), 1, 1.4}}) {
    const WeekPlan plan = plan_week(line.activity, line.rate, 0.2 / line.rate);
    const WeekFigures figures = figures_of(plan, line.activity, line.rate);
    const double even = evenly_spaced(line.activity, line.rate, figures.visits_per_day);
    EXPECT_GE(figures.freshness / even, line.least) << line.rate;
  }
}

TEST(WeekPlan, IsNowhereWorseThanEvenlySpacedVisits) {
  for (const WeekActivity& activity : {mild(), office(), nightly()}) {
    for (const double rate : {0.1, 0.5, 2.0, 6.0}) {
      for (const double share : {0.05, 0.3, 0.9}) {
        const WeekPlan plan = plan_week(activity, rate, share / rate);
        const WeekFigures figures = figures_of(plan, activity, rate);
        if (figures.visits_per_day == 0 || figures.visits_per_day > 8) continue;
        EXPECT_GE(figures.freshness, evenly_spaced(activity, rate, figures.visits_per_day) - 1e-3)
            << rate << " " << share;
      }
    }
  }
}

TEST(WeekPlan, ANightlyBatchIsFetchedInTheHourAfterIt) {
  const WeekPlan plan = plan_week(nightly(), 1, 0.2);
  for (int hour = 0; hour < kHoursOfWeek; ++hour) {
    const auto at = static_cast<size_t>(hour);
    EXPECT_EQ((hour + plan.hours[at]) % 24, 3) << hour;
  }
}

}  // namespace
}  // namespace freshet::schedule
