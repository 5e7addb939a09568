#include "schedule/page_order.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

namespace freshet::schedule {
namespace {

constexpr size_t kPages = 100;
constexpr size_t kPeriod = 128;

TEST(PageOrder, HasEachPageOnceInAPeriod) {
  PageOrder order;
  std::set<uint64_t> seen;
  for (size_t i = 0; i < kPeriod; ++i) seen.insert(order.next(kPages));
  EXPECT_EQ(seen.size(), kPeriod);
  EXPECT_EQ(*seen.rbegin(), kPeriod - 1);
}

TEST(PageOrder, PrefetchesEachPageOnceBeforeItsTurn) {
  constexpr int kAhead = 8;
  PageOrder order;
  std::vector<Page> fetched;
  std::vector<Page> taken;
  for (size_t i = 0; i < 2 * kPeriod; ++i) {
    order.prefetch(kPages, kAhead, 2, [&](Page page) { fetched.push_back(page); });
    if (const uint64_t page = order.next(kPages); page < kPages)
      taken.push_back(static_cast<Page>(page));
    ASSERT_GE(fetched.size(), taken.size());
  }
  EXPECT_LE(fetched.size(), taken.size() + kAhead);
  fetched.resize(taken.size());
  EXPECT_EQ(fetched, taken);
}

// The order among more numbers is another one.
TEST(PageOrder, PrefetchesTheRightPagesAfterPagesWereAdded) {
  constexpr size_t kMore = 1'000;
  PageOrder order;
  order.prefetch(kPages, 8, 8, [](Page) {});
  order.next(kPages);
  std::vector<Page> fetched;
  order.prefetch(kMore, 64, 64, [&](Page page) { fetched.push_back(page); });
  std::vector<Page> taken;
  for (int i = 0; i < 64; ++i)
    if (const uint64_t page = order.next(kMore); page < kMore)
      taken.push_back(static_cast<Page>(page));
  EXPECT_EQ(fetched, taken);
}

}  // namespace
}  // namespace freshet::schedule
