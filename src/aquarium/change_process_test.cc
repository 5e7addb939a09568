#include "aquarium/change_process.h"

#include <algorithm>
#include <cmath>

#include "aquarium/kind_names.h"
#include "aquarium/random.h"
#include "clock/civil.h"
#include "gtest/gtest.h"

namespace freshet::aquarium {
namespace {

constexpr Duration kTick = Duration::microseconds(1);
// A Thursday, in the afternoon.
constexpr Instant kOrigin = Instant::from_unix_seconds(1'767'280'000);

ChangeProcess::Parameters parameters(ChangeKind kind, double per_day, uint64_t seed) {
  ChangeProcess::Parameters parameters;
  parameters.kind = kind;
  parameters.per_day = per_day;
  parameters.seed = mix(seed);
  parameters.origin = kOrigin;
  parameters.nights = 2;
  parameters.batch_at = Duration::hours(27) + Duration::milliseconds(1'234);
  parameters.cycle = Duration::days(10);
  parameters.burst = Duration::hours(6);
  return parameters;
}

constexpr ChangeKind kChanging[] = {ChangeKind::kPoisson, ChangeKind::kOfficeHours,
                                    ChangeKind::kNightly, ChangeKind::kBursts};

TEST(ChangeProcess, VersionsBeginAtTheirChangeTimes) {
  for (const ChangeKind kind : kChanging) {
    for (const double rate : {0.02, 1.0, 40.0}) {
      const ChangeProcess process(parameters(kind, rate, 11));
      Instant before = kOrigin;
      for (uint64_t number = 1; number <= 300; ++number) {
        const Instant at = process.change_time(number);
        SCOPED_TRACE(std::string(name(kind)) + " " + std::to_string(number));
        ASSERT_GT(at, before);
        ASSERT_EQ(process.version_at(at), number);
        ASSERT_EQ(process.version_at(at - kTick), number - 1);
        before = at;
      }
    }
  }
}

TEST(ChangeProcess, ResultsDoNotDependOnTheOrderOfCalls) {
  for (const ChangeKind kind : kChanging) {
    const ChangeProcess process(parameters(kind, 3, 12));
    std::vector<uint64_t> forward;
    for (int i = 0; i < 500; ++i) {
      forward.push_back(process.version_at(kOrigin + Duration::hours(i * 7)));
    }
    EXPECT_TRUE(std::is_sorted(forward.begin(), forward.end()));
    for (int i = 499; i >= 0; --i) {
      const ChangeProcess again(parameters(kind, 3, 12));
      EXPECT_EQ(again.version_at(kOrigin + Duration::hours(i * 7)),
                forward[static_cast<size_t>(i)]);
    }
  }
}

TEST(ChangeProcess, ChangesOfAnIntervalAreThoseBetweenItsVersions) {
  const ChangeProcess process(parameters(ChangeKind::kPoisson, 5, 13));
  const Instant after = kOrigin + Duration::days(3);
  const Instant until = kOrigin + Duration::days(9);
  const auto times = process.changes(after, until, 1'000);
  EXPECT_EQ(times.size(), process.version_at(until) - process.version_at(after));
  ASSERT_FALSE(times.empty());
  EXPECT_GT(times.front(), after);
  EXPECT_LE(times.back(), until);
  EXPECT_TRUE(std::is_sorted(times.begin(), times.end()));
  EXPECT_EQ(process.changes(after, until, 2).size(), 2U);
  EXPECT_TRUE(process.changes(until, after, 1'000).empty());
  // The end of the interval is included, the beginning is not.
  EXPECT_EQ(process.changes(times[0], times[1], 10), std::vector{times[1]});
}

// Counts of 2,000 pages in 90 days. For a Poisson process, mean and variance are both rate x 90.
// The tolerance is 4.5 standard errors of each.
TEST(ChangeProcess, PoissonCountsHaveTheRightMeanAndVariance) {
  constexpr int kPages = 2'000;
  constexpr double kDays = 90;
  for (const double rate : {0.01, 0.3, 4.0}) {
    double sum = 0;
    double squares = 0;
    const double mean = rate * kDays;
    for (uint64_t page = 0; page < kPages; ++page) {
      const ChangeProcess process(parameters(ChangeKind::kPoisson, rate, 1'000 + page));
      const auto count = static_cast<double>(process.version_at(kOrigin + Duration::days(90)));
      sum += count;
      squares += (count - mean) * (count - mean);
    }
    SCOPED_TRACE(rate);
    EXPECT_NEAR(sum / kPages, mean, 4.5 * std::sqrt(mean / kPages));
    EXPECT_NEAR(squares / kPages, mean, 4.5 * std::sqrt((mean + 2 * mean * mean) / kPages));
  }
}

// Gaps are exponential, so a share of 1/e of them is longer than the mean. The tolerance for 5,000
// gaps is 4.5 standard errors.
TEST(ChangeProcess, PoissonGapsAreExponential) {
  constexpr int kGaps = 5'000;
  const ChangeProcess process(parameters(ChangeKind::kPoisson, 20, 14));
  int longer = 0;
  for (uint64_t number = 1; number <= kGaps; ++number) {
    const Duration gap = process.change_time(number + 1) - process.change_time(number);
    longer += gap.in_days() > 1.0 / 20 ? 1 : 0;
  }
  const double share = std::exp(-1.0);
  EXPECT_NEAR(longer, kGaps * share, 4.5 * std::sqrt(kGaps * share * (1 - share)));
}

TEST(ChangeProcess, OfficeHoursAreMondayToFridayNineToSix) {
  const ChangeProcess process(parameters(ChangeKind::kOfficeHours, 6, 15));
  for (uint64_t number = 1; number <= 2'000; ++number) {
    const Instant at = process.change_time(number);
    const CivilTime civil = to_civil(at);
    ASSERT_TRUE(civil.hour >= 9 && civil.hour < 18) << format_iso8601(at);
    const int day = weekday(at.unix_seconds() / 86'400);
    ASSERT_TRUE(day >= 1 && day <= 5) << format_iso8601(at);
  }
}

// The rate is per day of all time, including idle hours. The tolerance for 500 pages in 50 weeks
// is 4.5 standard errors.
TEST(ChangeProcess, IdleTimeDoesNotLowerTheRate) {
  for (const ChangeKind kind : {ChangeKind::kOfficeHours, ChangeKind::kBursts}) {
    double sum = 0;
    for (uint64_t page = 0; page < 500; ++page) {
      const ChangeProcess process(parameters(kind, 0.2, 3'000 + page));
      sum += static_cast<double>(process.version_at(kOrigin + Duration::days(350)));
    }
    constexpr double kMean = 0.2 * 350 * 500;
    EXPECT_NEAR(sum, kMean, 4.5 * std::sqrt(kMean)) << name(kind);
  }
}

TEST(ChangeProcess, ChangesOfACycleAreInOneBurst) {
  const ChangeProcess process(parameters(ChangeKind::kBursts, 2, 16));
  // About 20 changes in each cycle of 10 days, all within 6 hours of each other.
  for (int cycle = 0; cycle < 40; ++cycle) {
    const Instant from = kOrigin + Duration::days(10) * cycle - kTick;
    const auto times = process.changes(from, from + Duration::days(10), 1'000);
    if (times.empty()) continue;
    EXPECT_LE(times.back() - times.front(), Duration::hours(6));
  }
}

TEST(ChangeProcess, BatchesRunAtTheirHourEveryFewNights) {
  const ChangeProcess process(parameters(ChangeKind::kNightly, 0, 17));
  for (uint64_t number = 1; number < 100; ++number) {
    const Instant at = process.change_time(number);
    EXPECT_EQ(to_civil(at).hour, 3);
    EXPECT_EQ(process.change_time(number + 1) - at, Duration::days(2));
  }
  EXPECT_EQ(process.version_at(kOrigin + Duration::days(60)), 30U);
}

TEST(ChangeProcess, ProcessesWithoutARateNeverChange) {
  const ChangeProcess process(parameters(ChangeKind::kNever, 1, 18));
  EXPECT_EQ(process.version_at(kOrigin + Duration::days(3'000)), 0U);
  EXPECT_EQ(process.change_time(1), Instant::never());
  const ChangeProcess rateless(parameters(ChangeKind::kPoisson, 0, 19));
  EXPECT_EQ(rateless.version_at(kOrigin + Duration::days(3'000)), 0U);
  EXPECT_EQ(rateless.change_time(1), Instant::never());
}

TEST(ChangeProcess, BeforeTheOriginThereAreNoVersions) {
  for (const ChangeKind kind : kChanging) {
    const ChangeProcess process(parameters(kind, 50, 20));
    EXPECT_EQ(process.version_at(kOrigin - Duration::days(400)), 0U);
  }
}

TEST(ChangeProcess, CountsContinueAfterTheEndOfAnEra) {
  const ChangeProcess process(parameters(ChangeKind::kPoisson, 1, 21));
  const Instant far = kOrigin + Duration::days(8'000);
  const uint64_t version = process.version_at(far);
  EXPECT_NEAR(static_cast<double>(version), 8'000, 4.5 * std::sqrt(8'000));
  EXPECT_LE(process.change_time(version), far);
  EXPECT_GT(process.change_time(version + 1), far);
}

}  // namespace
}  // namespace freshet::aquarium
