#include "refresh/page_table.h"

#include "gtest/gtest.h"
#include "refresh/found.h"

namespace freshet::refresh {
namespace {

constexpr store::PageKey kPage{{7}, {1'000}};
const Instant kNow = Instant::from_unix_seconds(1'800'000'000);

TEST(PageTable, NumbersPagesAndSitesInTheOrderInWhichTheyCome) {
  PageTable table;
  EXPECT_EQ(table.number(kPage, "https://a.example/"), 0U);
  EXPECT_EQ(table.number({{8}, {2'000}}, "https://b.example/"), 1U);
  EXPECT_EQ(table.number({{7}, {3'000}}, "https://a.example/x"), 2U);
  EXPECT_EQ(table.number(kPage, "https://a.example/"), 0U);
  EXPECT_EQ(table[2].site, table[0].site);
  EXPECT_EQ(table.key(1).site, store::SiteId{8});
  EXPECT_EQ(table.find(store::PageId{3'000}), 2U);
  EXPECT_EQ(table.find_site({8}), 1U);
  EXPECT_FALSE(table.find(store::PageId{4'000}));
  EXPECT_FALSE(table.find_site({9}));
}

TEST(PageTable, PageThatLeavesKeepsItsNumber) {
  PageTable table;
  const schedule::Page page = table.number(kPage, "");
  EXPECT_FALSE(table.find_alive(kPage.page));
  table.enter(page, kNow);
  EXPECT_EQ(table.find_alive(kPage.page), page);
  EXPECT_EQ(table.alive(), 1U);
  table.leave(page);
  EXPECT_FALSE(table.find_alive(kPage.page));
  EXPECT_EQ(table.find(kPage.page), page);
  EXPECT_EQ(table.alive(), 0U);
}

TEST(PageTable, ChangeThatIsLaterThanTheFirstVisitCountsAsOfThatVisit) {
  PageTable table;
  const schedule::Page page = table.number(kPage, "");
  table[page].unchanged_since = unix_seconds_of(kNow) + 60;
  table.enter(page, kNow);
  EXPECT_EQ(table[page].unchanged_since, unix_seconds_of(kNow));
}

TEST(PageTable, FailingPageIsWatchedSinceItsLastSuccess) {
  const Known there{.last_success = 30, .last_visit = 50, .unchanged_since = 10};
  Known failing = there;
  failing.last = Known::Last::kFailed;
  EXPECT_EQ(there.watched().unchanged_since, 10U);
  EXPECT_EQ(failing.watched().unchanged_since, 30U);
}

}  // namespace
}  // namespace freshet::refresh
