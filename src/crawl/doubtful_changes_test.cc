#include "crawl/doubtful_changes.h"

#include "gtest/gtest.h"

namespace freshet::crawl {
namespace {

int reported_as_same(DoubtfulChanges& doubtful, int changes) {
  int same = 0;
  for (int i = 0; i < changes; ++i) same += doubtful.reports_as_same() ? 1 : 0;
  return same;
}

TEST(DoubtfulChanges, AreReportedAsChangesBeforeAnyWasSettled) {
  DoubtfulChanges doubtful;
  EXPECT_EQ(reported_as_same(doubtful, 100), 0);
}

TEST(DoubtfulChanges, AreReportedAsOftenAsTheyTurnedOutToBeReal) {
  DoubtfulChanges doubtful;
  doubtful.settled(/*retracted=*/300, /*confirmed=*/100);
  EXPECT_NEAR(reported_as_same(doubtful, 1000), 750, 10);
}

TEST(DoubtfulChanges, AreReportedAgainAfterASiteDropsItsAdverts) {
  DoubtfulChanges doubtful;
  for (int i = 0; i < 10'000; ++i) doubtful.settled(1, 0);
  EXPECT_GT(doubtful.share_of_noise(), 0.98);
  for (int i = 0; i < 3'000; ++i) doubtful.settled(0, 1);
  EXPECT_LT(doubtful.share_of_noise(), 0.15);
}

}  // namespace
}  // namespace freshet::crawl
