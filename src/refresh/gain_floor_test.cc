#include "refresh/gain_floor.h"

#include "gtest/gtest.h"

namespace freshet::refresh {
namespace {

using Watched = GainFloor::Watched;

constexpr uint32_t kStart = 1'800'000'000;

TEST(GainFloor, AfterAQuarterOfTheTimeWatchedTheProbabilityOfAChangeIsOneFifth) {
  const Watched page{.unchanged_since = kStart, .last_visit = kStart + 600};
  EXPECT_DOUBLE_EQ(GainFloor::vague_chance(page, kStart + 750), 0.2);
  EXPECT_EQ(GainFloor().passes_at(page), kStart + 750);
}

TEST(GainFloor, NoVisitIsWorthARequestInTheSecondOfTheLastVisit) {
  const Watched page{.unchanged_since = kStart, .last_visit = kStart};
  EXPECT_EQ(GainFloor::vague_chance(page, kStart), 0);
  EXPECT_EQ(GainFloor().passes_at(page), kStart + 1);
}

TEST(GainFloor, NoWaitIsLongerThanTheLongest) {
  const Watched page{.unchanged_since = kStart - 400 * 86'400U, .last_visit = kStart};
  EXPECT_EQ(GainFloor().passes_at(page), kStart + 86'400);
  EXPECT_EQ(GainFloor{.longest_wait = Duration::hours(1)}.passes_at(page), kStart + 3'600);
}

TEST(GainFloor, TimesInTheWrongOrderCountAsNoTimeWatched) {
  const Watched page{.unchanged_since = kStart + 10, .last_visit = kStart};
  EXPECT_EQ(GainFloor().passes_at(page), kStart + 1);
  EXPECT_EQ(GainFloor::vague_chance(page, kStart - 5), 0);
}

}  // namespace
}  // namespace freshet::refresh
