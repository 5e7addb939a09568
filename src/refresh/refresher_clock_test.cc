#include "gtest/gtest.h"
#include "refresh/refresher.h"

namespace freshet::refresh {
namespace {

const Instant kStart = Instant::from_unix_seconds(1'800'000'000);
constexpr store::PageKey kPage{{1}, {1}};

// Returns the probability that a page is current, an hour after it was found, if a hundred others
// were found meanwhile and each of them was added too late by `late`.
double current_though_told(Duration late) {
  Refresher refresher({.audit_share = 0});
  refresher.add({.key = kPage}, kStart);
  const Instant now = kStart + Duration::hours(1);
  for (uint64_t page = 2; page < 102; ++page) {
    refresher.add({.key = {{1}, {page}}}, now);
    refresher.add({.key = {{1}, {100 + page}}}, now - late);
  }
  return *refresher.probability_current(kPage.page, now);
}

TEST(RefresherClock, CallsThatComeALittleTooLateDoNotMoveThePolicysTimeAhead) {
  EXPECT_DOUBLE_EQ(current_though_told(Duration::seconds(5)), current_though_told(Duration()));
}

// The clock is set back a hundred times, and each time the policy's time continues from where it
// was.
TEST(RefresherClock, PolicysTimeContinuesWhenTheClockIsSetBack) {
  EXPECT_LT(current_though_told(Duration::hours(1)), current_though_told(Duration()) - 0.1);
}

}  // namespace
}  // namespace freshet::refresh
