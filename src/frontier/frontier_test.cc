#include "frontier/frontier.h"

#include "frontier/frontier_fixture.h"
#include "gtest/gtest.h"

namespace freshet::frontier {
namespace {

class FrontierTest : public testing::Test, protected Scene {};
using FrontierDeathTest = FrontierTest;

TEST_F(FrontierTest, PageIsMarkedAsSeenOnce) {
  EXPECT_TRUE(frontier_->mark_seen({5}));
  EXPECT_FALSE(frontier_->mark_seen({5}));
  EXPECT_EQ(frontier_->counts().seen, 1u);
}

TEST_F(FrontierTest, PagesOfASiteAreLeasedInTheOrderOfArrival) {
  begin({.delay = Duration()});
  add_site(1);
  queue(1, 3);
  EXPECT_EQ(visit(), "1:0");
  EXPECT_EQ(visit(), "1:1");
  EXPECT_EQ(visit(), "1:2");
  EXPECT_EQ(visit(), "nothing");
}

TEST_F(FrontierTest, PageThatIsNotDueDoesNotDelayOthers) {
  begin({.delay = Duration()});
  add_site(1);
  frontier_->queue(page(1, 1, now_ + Duration::seconds(5)));
  frontier_->queue(page(1, 2));
  EXPECT_EQ(visit(), "1:2");
  EXPECT_EQ(visit(), "nothing");
  EXPECT_EQ(until_wake(), Duration::seconds(5));
  EXPECT_EQ(frontier_->view({1}).standing, Standing::kResting);
  now_ += Duration::seconds(5);
  EXPECT_EQ(visit(), "1:1");
}

TEST_F(FrontierTest, PageForLaterDoesNotDelayOthersAndItsAttemptCounts) {
  begin({.delay = Duration()});
  add_site(1);
  queue(1, 2);
  EXPECT_EQ(visit({.page = Settlement::Page::kLater, .again_at = now_ + kSecond}), "1:0");
  EXPECT_EQ(visit(), "1:1");
  EXPECT_EQ(visit(), "nothing");
  now_ += kSecond;
  auto again = next();
  ASSERT_EQ(named(again), "1:0");
  EXPECT_EQ(again->page().attempts, 1);
  settle(std::move(*again));
}

TEST_F(FrontierTest, RequeuedPageKeepsItsPlaceAndItsAttempts) {
  begin({.delay = Duration()});
  add_site(1);
  queue(1, 2);
  EXPECT_EQ(visit({.page = Settlement::Page::kRequeue}), "1:0");
  auto again = next();
  ASSERT_EQ(named(again), "1:0");
  EXPECT_EQ(again->page().attempts, 0);
  settle(std::move(*again));
}

TEST_F(FrontierTest, ReadySitesTakeTurns) {
  begin({.delay = Duration()});
  for (uint64_t site = 1; site <= 3; ++site) {
    add_site(site);
    queue(site, 2);
  }
  for (const char* expected : {"1:0", "2:0", "3:0", "1:1", "2:1", "3:1"})
    EXPECT_EQ(visit(), expected);
}

TEST_F(FrontierTest, PageQueuedFirstIsLeasedBeforeOthersOfItsSiteAndItsSiteBeforeOtherSites) {
  begin({.delay = kSecond}, {.queue_per_site = 2, .queue_in_all = 2});
  for (const uint64_t site : {1, 2, 3}) add_site(site, 7);
  queue(1, 2);
  queue(2, 1);
  queue(3, 2);
  EXPECT_FALSE(frontier_->queue(page(3, 5)));  // now pages of site 3 wait in the store
  frontier_->queue_first(page(3, 9));
  EXPECT_EQ(visit(), "3:9");
  EXPECT_EQ(visit(), "1:0");
  // Politeness holds for such a page too.
  frontier_->queue_first(page(3, 8));
  EXPECT_EQ(visit(), "2:0");
  EXPECT_EQ(visit(), "nothing");
  EXPECT_EQ(frontier_->free_at({3}), now_ + kSecond);
  now_ += kSecond;
  EXPECT_EQ(visit(), "3:8");
}

TEST_F(FrontierTest, LargeSiteDelaysASmallOneByOneTurn) {
  begin({.delay = Duration(), .per_host = 10}, {.queue_per_site = 10'000});
  add_site(1);
  queue(1, 10'000);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(visit()[0], '1');
  add_site(2);
  queue(2, 1);
  visit();
  EXPECT_EQ(visit(), "2:0");
}

TEST_F(FrontierTest, SiteWhoseRequestsAreNotSentDoesNotStarveOthersAtItsAddress) {
  begin({.delay = Duration(), .per_address = 1});
  add_site(1, 77);
  add_site(2, 77);
  queue(1, 500);
  queue(2, 1);
  EXPECT_EQ(visit({.sent = false}), "1:0");
  EXPECT_EQ(visit({.sent = false}), "2:0");
}

TEST_F(FrontierTest, SiteThatWasReadyFirstIsLeasedFirstAtABusyAddress) {
  begin({.per_address = 1});
  for (uint64_t site = 1; site <= 3; ++site) add_site(site, 77);
  queue(1, 2);
  EXPECT_EQ(visit(), "1:0");
  queue(3, 1);
  auto lease = next();
  EXPECT_EQ(named(lease), "3:0");
  now_ += Duration::seconds(2);
  EXPECT_EQ(visit(), "nothing") << "site 1 has rested, but the address is busy";
  queue(2, 1);
  settle(std::move(*lease));
  EXPECT_EQ(visit(), "1:1");
  EXPECT_EQ(visit(), "2:0");
}

// Pages that wait in the store

TEST_F(FrontierTest, FullQueueRefusesPagesAndRequestsThemFromTheStoreInTime) {
  begin({.delay = Duration()}, {.queue_per_site = 8, .queue_in_all = 0});
  add_site(1);
  queue(1, 8);
  EXPECT_FALSE(frontier_->queue(page(1, 8)));
  EXPECT_TRUE(frontier_->view({1}).more_in_store);
  for (int i = 0; i < 6; ++i) visit();
  EXPECT_TRUE(frontier_->sites_to_refill().empty());
  EXPECT_FALSE(frontier_->queue(page(1, 9))) << "page 8 came first";
  visit();
  EXPECT_EQ(frontier_->sites_to_refill(), std::vector<store::SiteId>{{1}});
  visit();
  EXPECT_TRUE(frontier_->sites_to_refill().empty()) << "it was returned already";
  frontier_->refill({1}, {page(1, 8), page(1, 9)}, false);
  EXPECT_EQ(visit(), "1:8");
  EXPECT_TRUE(frontier_->queue(page(1, 10)));
  EXPECT_EQ(visit(), "1:9");
  EXPECT_EQ(visit(), "1:10");
  EXPECT_TRUE(frontier_->sites_to_refill().empty());
}

TEST_F(FrontierTest, PageThatIsRefusedDuringARefillIsRequestedAgain) {
  add_site(1);
  frontier_->mark_waiting_in_store({1});
  EXPECT_EQ(frontier_->sites_to_refill().size(), 1u);
  EXPECT_FALSE(frontier_->queue(page(1, 1)));
  frontier_->refill({1}, {}, false);
  EXPECT_EQ(frontier_->sites_to_refill().size(), 1u);
  frontier_->refill({1}, {page(1, 1)}, false);
  EXPECT_EQ(visit(), "1:1");
  EXPECT_TRUE(frontier_->sites_to_refill().empty());
}

TEST_F(FrontierTest, RefillSkipsPagesThatAreInMemoryOrLeased) {
  begin({.delay = Duration(), .per_host = 2}, {.queue_per_site = 8, .queue_in_all = 0});
  add_site(1);
  queue(1, 2);
  frontier_->mark_waiting_in_store({1});
  auto lease = next();
  EXPECT_EQ(frontier_->sites_to_refill().size(), 1u);
  frontier_->refill({1}, {page(1, 0), page(1, 1), page(1, 1)}, true);
  EXPECT_EQ(frontier_->counts().queued, 1u);
  EXPECT_TRUE(frontier_->sites_to_refill().empty())
      << "no new page came: not before something is settled";
  settle(std::move(*lease));
  EXPECT_EQ(frontier_->sites_to_refill().size(), 1u);
  frontier_->refill({1}, {page(1, 1), page(1, 2)}, false);
  EXPECT_EQ(visit(), "1:1");
  EXPECT_EQ(visit(), "1:2");
  EXPECT_EQ(visit(), "nothing");
}

TEST_F(FrontierTest, RefillWithoutPagesEndsTheRequests) {
  add_site(1);
  frontier_->mark_waiting_in_store({1});
  frontier_->sites_to_refill();
  frontier_->refill({1}, {}, true);
  EXPECT_TRUE(frontier_->sites_to_refill().empty());
  EXPECT_TRUE(frontier_->queue(page(1, 1)));
}

TEST_F(FrontierTest, PageQueuedTwiceIsNotLeasedTwiceAtOnce) {
  begin({.delay = Duration(), .per_host = 2});
  add_site(1, 77);
  queue(1, 1);
  queue(1, 1);
  auto lease = next();
  EXPECT_EQ(named(next()), "nothing");
  EXPECT_EQ(frontier_->counts().queued, 0u);
  settle(std::move(*lease));
}

TEST_F(FrontierTest, DroppedPagesAreReturnedInOrder) {
  add_site(1);
  queue(1, 3);
  const std::vector<Queued> pages = frontier_->drop_pages({1});
  ASSERT_EQ(pages.size(), 3u);
  EXPECT_EQ(pages[0].url, "0");
  EXPECT_EQ(pages[2].url, "2");
  EXPECT_EQ(visit(), "nothing");
  EXPECT_EQ(frontier_->counts().queued, 0u);
  EXPECT_EQ(frontier_->view({1}).standing, Standing::kEmpty);
}

TEST_F(FrontierTest, AddingAKnownSiteDoesNotChangeIt) {
  add_site(1);
  queue(1, 1);
  EXPECT_TRUE(frontier_->knows({1}));
  EXPECT_FALSE(frontier_->knows({2}));
  frontier_->add_site({.id = {1}, .resting_until = now_ + Duration::hours(1)});
  EXPECT_EQ(visit(), "1:0");
  EXPECT_EQ(frontier_->counts().sites, 1u);
}

// Bugs

TEST_F(FrontierDeathTest, SettlingTwiceIsABug) {
  add_site(1);
  queue(1, 1);
  auto lease = next();
  settle(std::move(*lease));
  EXPECT_DEATH(settle(std::move(*lease)), "settled already");
}

TEST_F(FrontierDeathTest, LeaseMustNotOutliveItsFrontier) {
  add_site(1);
  queue(1, 1);
  auto lease = next();
  EXPECT_DEATH(frontier_.reset(), "outlives");
}

TEST_F(FrontierDeathTest, SiteMustBeAddedFirst) {
  EXPECT_DEATH(frontier_->queue(page(5, 1)), "not added");
}

}  // namespace
}  // namespace freshet::frontier
