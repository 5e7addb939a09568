#include "gtest/gtest.h"
#include "refresh/refresher.h"

namespace freshet::refresh {
namespace {

const Instant kStart = Instant::from_unix_seconds(1'800'000'000);
constexpr store::PageKey kSitemap{{1}, {1}};

change::History visited_daily(int days) {
  change::History history;
  for (int day = 0; day < days; ++day) {
    history.record(
        {.at = kStart + Duration::days(day), .changed = day > 0 && day % 3 == 0, .size = 100});
  }
  return history;
}

// Returns the worth of a visit to the sitemap after a restart.
double worth_of_sitemap(std::optional<store::PageKey> listed_on) {
  Refresher refresher({.audit_share = 0});
  refresher.recall({.key = kSitemap, .sitemap = true}, visited_daily(10), 1);
  for (uint64_t page = 2; page < 40; ++page) {
    refresher.recall({.key = {{1}, {page}}, .listed_on = listed_on}, visited_daily(10), 1);
  }
  const Instant now = kStart + Duration::days(20);
  refresher.begin(now);
  while (const auto choice = refresher.next(now)) {
    if (choice->key == kSitemap) return choice->worth;
  }
  ADD_FAILURE() << "the sitemap was not chosen";
  return 0;
}

TEST(RefresherRecall, PagesOfAListingAreKnownAfterARestart) {
  EXPECT_GT(worth_of_sitemap(kSitemap), 2 * worth_of_sitemap(std::nullopt));
}

TEST(RefresherRecall, UnknownListingIsIgnored) {
  const store::PageKey lost{{1}, {99}};
  EXPECT_DOUBLE_EQ(worth_of_sitemap(lost), worth_of_sitemap(std::nullopt));
}

}  // namespace
}  // namespace freshet::refresh
