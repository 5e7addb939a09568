#include "crawl/quick_visits.h"

#include "gtest/gtest.h"

namespace freshet::crawl {
namespace {

TEST(QuickVisits, BecomeRareIfTheyFindNoNoise) {
  QuickVisits visits;
  int made = 0;
  for (int i = 0; i < 1000; ++i) {
    if (!visits.allow()) continue;
    ++made;
    visits.ended(false);
  }
  EXPECT_GE(made, 4);
  EXPECT_LE(made, 12);
}

TEST(QuickVisits, ContinueIfTheyFindNoise) {
  QuickVisits visits;
  for (int i = 0; i < 1000; ++i) {
    ASSERT_TRUE(visits.allow()) << i;
    visits.ended(i % 2 == 0);
  }
}

TEST(QuickVisits, ReturnWhenASiteBeginsToShowNoise) {
  QuickVisits visits;
  for (int i = 0; i < 64; ++i) {
    if (visits.allow()) visits.ended(false);
  }
  int made = 0;
  for (int i = 0; i < 1000; ++i) {
    if (!visits.allow()) continue;
    ++made;
    visits.ended(true);
  }
  EXPECT_GT(made, 500);
}

}  // namespace
}  // namespace freshet::crawl
