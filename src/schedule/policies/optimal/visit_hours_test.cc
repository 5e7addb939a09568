// Two sites, each of which changes half of its pages in one hour of every night, twelve hours
// apart: what `optimal` makes of their hours.
#include "schedule/policies/optimal/visit_hours.h"

#include <gtest/gtest.h>

#include <array>
#include <random>
#include <vector>

#include "clock/civil.h"
#include "schedule/policies/optimal/optimal.h"

namespace freshet::schedule {
namespace {

constexpr Page kPages = 400;
constexpr int kVisitsPerHour = static_cast<int>(kPages) / 24;  // each page once a day, or nearly

struct Played {
  double freshness = 0;                  // in the second half
  std::array<int, 24> visits_by_hour{};  // of the first site, then
};

// With `hours`, changes fall into the first hours of sites; else they are spread over the day.
Played play(bool has_hours) {
  const Instant start = *to_instant({.year = 2026, .month = 1, .day = 5});
  std::mt19937_64 random(11);
  std::bernoulli_distribution coin(0.5);
  Optimal policy({.visits_per_page_day = 1});
  // Weights differ, so that pages are visited after different waits: from waits of a day alone,
  // nobody can tell at which hour of the day a page changes.
  for (Page page = 0; page < kPages; ++page)
    policy.add(page, {.site = page % 2, .weight = 1.0 + page % 7}, start);
  std::vector<bool> stale(kPages);
  Played played;
  constexpr int kDays = 160;
  double current = 0;
  double counted = 0;
  for (int hour = 1; hour < kDays * 24; ++hour) {
    for (Page page = 0; page < kPages; ++page) {
      const int its_hour = page % 2 == 0 ? 2 : 14;
      const bool changes = has_hours ? hour % 24 == its_hour && coin(random) : random() % 48 == 0;
      if (changes) stale[page] = true;
    }
    for (int visit = 0; visit < kVisitsPerHour; ++visit) {
      const Instant now = start + Duration::hours(hour) + Duration::minutes(3 * visit);
      const Page page = *policy.next(now);
      policy.visited(page, {.changed = stale[page]}, now);
      stale[page] = false;
      if (hour > kDays * 12 && page % 2 == 0) ++played.visits_by_hour[hour % 24];
    }
    if (hour <= kDays * 12) continue;
    for (const bool is_stale : stale) current += is_stale ? 0 : 1;
    counted += kPages;
  }
  played.freshness = current / counted;
  return played;
}

TEST(VisitHours, VisitsComeAfterTheChangesOfANight) {
  const Played with = play(true);
  const Played without = play(false);
  int after = 0;
  int before = 0;
  for (size_t hour = 2; hour < 12; ++hour) after += with.visits_by_hour[hour];
  for (size_t hour = 14; hour < 24; ++hour) before += with.visits_by_hour[hour];
  EXPECT_GT(after, 1.3 * before);
  EXPECT_GT(with.freshness, without.freshness + 0.02);
}

TEST(VisitHours, WithoutHoursVisitsAreSpread) {
  const Played played = play(false);
  for (const int visits : played.visits_by_hour)
    EXPECT_NEAR(visits, kVisitsPerHour / 2.0 * 80, 0.2 * kVisitsPerHour / 2 * 80);
}

TEST(VisitHours, GroupsThatSeldomChangeSoonHaveNone) {
  VisitHours hours;
  constexpr uint32_t kDay = 86'400;
  EXPECT_FALSE(hours.learns_from(3, 0, kDay, false)) << "nothing was found to change";
  EXPECT_TRUE(hours.learns_from(3, 0, kDay, true));
  EXPECT_FALSE(hours.learns_from(3, 0, 3 * kDay, true)) << "says little of the hour";
  EXPECT_FALSE(hours.learns_from(3, kDay, kDay, true));
  EXPECT_EQ(hours.delay(3, 0, kDay, 1), 0U);
  EXPECT_EQ(hours.memory_bytes(), 0U);
}

}  // namespace
}  // namespace freshet::schedule
