#include "crawl/refusal_cache.h"

#include "gtest/gtest.h"

namespace freshet::crawl {
namespace {

using store::preference;
using store::UnadmittedReason;

constexpr store::PageId kPage{0x1234'0005};
constexpr store::PageId kSamePlace{0x5678'0005};

TEST(RefusalCache, IsEmptyAtFirst) {
  const RefusalCache cache(16);
  for (uint64_t page = 0; page < 100; ++page) {
    EXPECT_FALSE(cache.has({page}, preference(UnadmittedReason::kRedirects, 65'535)));
  }
}

TEST(RefusalCache, AFindNearerToTheSeedsIsNotInTheCache) {
  RefusalCache cache(16);
  cache.add(kPage, preference(UnadmittedReason::kDepth, 3));
  EXPECT_TRUE(cache.has(kPage, preference(UnadmittedReason::kDepth, 3)));
  EXPECT_TRUE(cache.has(kPage, preference(UnadmittedReason::kScope, 4)));
  EXPECT_FALSE(cache.has(kPage, preference(UnadmittedReason::kDepth, 2)));
  cache.add(kPage, preference(UnadmittedReason::kDepth, 2));
  cache.add(kPage, preference(UnadmittedReason::kDepth, 5));
  EXPECT_TRUE(cache.has(kPage, preference(UnadmittedReason::kDepth, 2))) << "the nearest counts";
}

TEST(RefusalCache, AnOrdinaryLinkIsNotInTheCacheAfterANofollowLink) {
  RefusalCache cache(16);
  cache.add(kPage, preference(UnadmittedReason::kNofollow, 1));
  EXPECT_TRUE(cache.has(kPage, preference(UnadmittedReason::kSimilarPages, 1)));
  EXPECT_FALSE(cache.has(kPage, preference(UnadmittedReason::kScope, 9)));
  cache.add(kPage, preference(UnadmittedReason::kScope, 9));
  EXPECT_TRUE(cache.has(kPage, preference(UnadmittedReason::kNofollow, 1)));
}

TEST(RefusalCache, DropsDisplacedUrlsAndIsEmptyAfterClear) {
  RefusalCache cache(16);
  cache.add(kPage, 1);
  cache.add(kSamePlace, 1);
  EXPECT_FALSE(cache.has(kPage, 1));
  EXPECT_TRUE(cache.has(kSamePlace, 1));
  cache.clear();
  EXPECT_FALSE(cache.has(kSamePlace, 1));
}

}  // namespace
}  // namespace freshet::crawl
