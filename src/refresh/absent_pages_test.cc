#include "refresh/absent_pages.h"

#include "gtest/gtest.h"

namespace freshet::refresh {
namespace {

const Instant kStart = Instant::from_unix_seconds(1'800'000'000);
constexpr Duration kDay = Duration::days(1);

AbsentPages::Absent away(uint64_t page, Duration since, Instant last_visit = kStart) {
  return {.key = {{1}, {page}}, .since = last_visit - since, .last_visit = last_visit};
}

TEST(AbsentPages, AreDueAgainAfterAsLongAsTheyHaveBeenAbsent) {
  AbsentPages pages;
  pages.put(away(1, Duration()));
  pages.put(away(2, Duration::days(4)));
  pages.put(away(3, Duration::days(400)));
  EXPECT_EQ(pages.due({1}), kStart + kDay);
  EXPECT_EQ(pages.due({2}), kStart + Duration::days(4));
  EXPECT_EQ(pages.due({3}), kStart + Duration::days(30));
  EXPECT_EQ(pages.wake(), kStart + kDay);
  EXPECT_FALSE(pages.take(kStart + Duration::hours(23)));
  EXPECT_EQ(pages.take(kStart + kDay)->key.page.value, 1u);
  EXPECT_FALSE(pages.take(kStart + kDay)) << "until put() is called for it";
}

TEST(AbsentPages, MostOverduePageIsTakenFirst) {
  AbsentPages pages;
  for (const uint64_t page : {3, 1, 2})
    pages.put(away(page, Duration::days(2 * static_cast<int64_t>(page))));
  for (const uint64_t page : {1, 2, 3}) {
    EXPECT_EQ(pages.take(kStart + Duration::days(40))->key.page.value, page);
  }
  EXPECT_TRUE(pages.empty());
  EXPECT_EQ(pages.wake(), Instant::never());
}

TEST(AbsentPages, NewerDateMakesAPageDueAtOnceAndALinkADayAfterTheLastVisit) {
  AbsentPages pages;
  pages.put(away(1, Duration::days(30)));
  pages.bring_forward({1}, std::nullopt, kStart);
  EXPECT_EQ(pages.due({1}), kStart + kDay);
  const Instant later = kStart + Duration::hours(2);
  pages.bring_forward({1}, kStart - kDay, later);
  EXPECT_EQ(pages.due({1}), kStart + kDay) << "it was visited since";
  pages.bring_forward({1}, kStart + Duration::hours(1), later);
  EXPECT_EQ(pages.due({1}), later);
  EXPECT_EQ(pages.take(later)->key.page.value, 1u);
  pages.bring_forward({1}, later, later);
  EXPECT_FALSE(pages.due({1})) << "it is being visited";
}

TEST(AbsentPages, PostponedPageIsDueWhenItsTimeHasCome) {
  AbsentPages pages;
  pages.put(away(1, Duration()));
  const auto taken = pages.take(kStart + kDay);
  ASSERT_TRUE(taken);
  pages.postpone(*taken, kStart + Duration::days(3));
  EXPECT_FALSE(pages.take(kStart + Duration::days(2)));
  EXPECT_EQ(pages.take(kStart + Duration::days(3))->last_visit, kStart);
}

TEST(AbsentPages, OfOneSiteAreVisitedOneAtATime) {
  AbsentPages pages;
  pages.put(away(1, Duration::days(4)));
  pages.put(away(2, Duration::days(5)));
  const Instant later = kStart + Duration::days(10);
  const auto first = pages.take(later);
  ASSERT_TRUE(first);
  EXPECT_FALSE(pages.waits_for_another(*first));
  pages.begin_visit(*first);
  const auto second = pages.take(later);
  ASSERT_TRUE(second);
  EXPECT_TRUE(pages.waits_for_another(*second));
  EXPECT_FALSE(pages.take(later)) << "it waits for the other one";
  pages.end_visit(first->key.site, later);
  EXPECT_EQ(pages.take(later), second);
  EXPECT_FALSE(pages.waits_for_another(*second));
}

TEST(AbsentPages, HaveOneVisitInFiftyWhileThereAreOtherVisits) {
  AbsentPages pages;
  for (int i = 0; i < 49; ++i) pages.count_other_visit();
  EXPECT_FALSE(pages.has_turn());
  for (int i = 0; i < 200; ++i) pages.count_other_visit();
  EXPECT_TRUE(pages.has_turn());
  pages.begin_visit(away(1, kDay));
  EXPECT_FALSE(pages.has_turn()) << "credit is limited to one visit";
}

}  // namespace
}  // namespace freshet::refresh
