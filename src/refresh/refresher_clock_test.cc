#include "gtest/gtest.h"
#include "refresh/refresher.h"

namespace freshet::refresh {
namespace {

const Instant kStart = Instant::from_unix_seconds(1'800'000'000);
constexpr store::PageKey kPage{{1}, {1}};

// How likely the page is thought to be current, an hour after it was found, when a hundred others
// were found meanwhile, each told so much too late.
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

TEST(RefresherClock, WhatIsToldALittleTooLateDoesNotPushItAhead) {
  EXPECT_DOUBLE_EQ(current_though_told(Duration::seconds(5)), current_though_told(Duration()));
}

// Each of a hundred times the hour goes on from where it was.
TEST(RefresherClock, SetBackItGoesOn) {
  EXPECT_LT(current_though_told(Duration::hours(1)), current_though_told(Duration()) - 0.1);
}

}  // namespace
}  // namespace freshet::refresh
