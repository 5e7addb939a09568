// Tests of each rule of Politeness and of settlements.
#include "frontier/frontier_fixture.h"
#include "gtest/gtest.h"

namespace freshet::frontier {
namespace {

class PolitenessTest : public testing::Test, protected Scene {};

TEST_F(PolitenessTest, DelayCountsFromTheEndOfARequest) {
  begin({.delay = kSecond});
  add_site(1);
  queue(1, 2);
  auto lease = next();
  EXPECT_EQ(frontier_->wake_at(now_), Instant::never()) << "one request at a time";
  now_ += Duration::milliseconds(300);
  settle(std::move(*lease), {.took = Duration::milliseconds(300)});
  EXPECT_EQ(until_wake(), kSecond);
  now_ += Duration::milliseconds(999);
  EXPECT_EQ(visit(), "nothing");
  now_ += Duration::milliseconds(1);
  EXPECT_EQ(visit(), "1:1");
}

TEST_F(PolitenessTest, HostRestsAsLongAsItsLastRequestTook) {
  begin({.delay = kSecond});
  add_site(1);
  queue(1, 2);
  visit({.took = Duration::seconds(4)});
  EXPECT_EQ(until_wake(), Duration::seconds(4));
}

TEST_F(PolitenessTest, ShareOfAHostsTimeStaysBelowTheSetting) {
  for (const auto& [share, rest] : {std::pair(0.1, 36), {0.25, 12}, {0.8, 1}, {1.0, 1}}) {
    begin({.delay = kSecond, .share = share});
    add_site(1);
    queue(1, 2);
    visit({.took = Duration::seconds(4)});
    EXPECT_EQ(until_wake(), Duration::seconds(rest)) << share;
  }
}

TEST_F(PolitenessTest, RestForTheShareIsBounded) {
  begin({.delay = kSecond, .share = 0.01, .longest_rest = Duration::minutes(10)});
  add_site(1);
  queue(1, 2);
  visit({.took = Duration::minutes(5)});
  EXPECT_EQ(until_wake(), Duration::minutes(10));
}

TEST_F(PolitenessTest, ShareHasNoEffectWithoutADelay) {
  begin({.delay = Duration(), .share = 0.1});
  add_site(1);
  queue(1, 2);
  visit({.took = Duration::seconds(4)});
  EXPECT_EQ(until_wake(), Duration());
}

TEST_F(PolitenessTest, CrawlDelayOfAnyLengthIsObservedFromTheRequestForRobotsTxtOn) {
  begin({.delay = Duration(), .per_host = 4});
  frontier_->add_site({.id = {1}});
  frontier_->set_address({1}, 0);
  queue(1, 3);
  EXPECT_EQ(visit(), "1:robots");
  frontier_->set_rules({1}, Duration::days(3), Instant::never());
  EXPECT_EQ(until_wake(), Duration::days(3));
  now_ += Duration::days(3);
  auto only = next();
  EXPECT_EQ(named(only), "1:0");
  EXPECT_EQ(named(next()), "nothing") << "with a Crawl-delay one at a time";
  settle(std::move(*only));
  EXPECT_EQ(until_wake(), Duration::days(3));
}

TEST_F(PolitenessTest, SeveralRequestsToAHostStartADelayApart) {
  begin({.delay = kSecond, .per_host = 2});
  add_site(1);
  queue(1, 3);
  auto first = next();
  EXPECT_EQ(named(next()), "nothing");
  EXPECT_EQ(until_wake(), kSecond);
  now_ += kSecond;
  auto second = next();
  EXPECT_EQ(named(second), "1:1");
  now_ += kSecond;
  EXPECT_EQ(named(next()), "nothing") << "two are in flight";
  EXPECT_EQ(frontier_->view({1}).standing, Standing::kBusy);
  settle(std::move(*first), {.took = Duration::seconds(2)});
  EXPECT_EQ(visit(), "1:2") << "the last start was a second ago";
  settle(std::move(*second));
}

TEST_F(PolitenessTest, RequestThatWasNotSentNeedsNoDelay) {
  add_site(1, 9);
  queue(1, 2);
  visit({.sent = false});
  EXPECT_EQ(visit(), "1:1");
}

TEST_F(PolitenessTest, DestroyedLeaseIsRequeuedAsIfItHadNotBeenLeased) {
  add_site(1, 9);
  queue(1, 1);
  { const auto lease = next(); }
  EXPECT_EQ(frontier_->counts().leased, 0u);
  auto lease = next();
  EXPECT_EQ(named(lease), "1:0");
  lease = std::nullopt;
  EXPECT_EQ(frontier_->counts().queued, 1u);
}

TEST_F(PolitenessTest, OverwrittenLeaseIsRequeued) {
  begin({.delay = Duration()});
  add_site(1);
  add_site(2);
  queue(1, 1);
  queue(2, 1);
  auto lease = next();
  auto other = next();
  *lease = std::move(*other);
  EXPECT_EQ(named(lease), "2:0");
  EXPECT_EQ(visit(), "1:0");
  settle(std::move(*lease));
}

// Addresses

TEST_F(PolitenessTest, LimitOfAnAddressCountsAllItsSites) {
  begin({.per_address = 2});
  for (uint64_t site = 1; site <= 3; ++site) {
    add_site(site, 77);
    queue(site, 1);
  }
  auto first = next();
  auto second = next();
  EXPECT_EQ(named(next()), "nothing");
  EXPECT_EQ(frontier_->wake_at(now_), Instant::never());
  settle(std::move(*first));
  EXPECT_EQ(visit(), "3:0");
  settle(std::move(*second));
}

TEST_F(PolitenessTest, AddressDelayCountsFromTheEndIfOneRequestMayBeInFlight) {
  begin({.address_delay = Duration::seconds(3), .per_address = 1});
  add_site(1, 77);
  add_site(2, 77);
  queue(1, 1);
  queue(2, 1);
  auto lease = next();
  now_ += kSecond;
  settle(std::move(*lease));
  EXPECT_EQ(until_wake(), Duration::seconds(3));
  now_ += Duration::seconds(3);
  EXPECT_EQ(visit(), "2:0");
}

TEST_F(PolitenessTest, AddressDelayCountsFromTheStartIfSeveralRequestsMayBeInFlight) {
  begin({.address_delay = Duration::seconds(3), .per_address = 2});
  add_site(1, 77);
  add_site(2, 77);
  queue(1, 1);
  queue(2, 1);
  auto lease = next();
  now_ += kSecond;
  EXPECT_EQ(visit(), "nothing");
  EXPECT_EQ(until_wake(), Duration::seconds(2));
  now_ += Duration::seconds(2);
  EXPECT_EQ(visit(), "2:0");
  settle(std::move(*lease));
}

TEST_F(PolitenessTest, AddressZeroHasNoLimits) {
  begin({.address_delay = Duration::seconds(3), .per_address = 1});
  add_site(1, 0);
  add_site(2, 0);
  queue(1, 1);
  queue(2, 1);
  auto lease = next();
  EXPECT_EQ(visit(), "2:0");
  settle(std::move(*lease));
}

TEST_F(PolitenessTest, SitesWithPagesAndNoAddressAreReturnedOnce) {
  frontier_->add_site({.id = {1}});
  EXPECT_TRUE(frontier_->take_unresolved().empty()) << "no pages yet";
  queue(1, 2);
  EXPECT_EQ(frontier_->view({1}).standing, Standing::kUnresolved);
  EXPECT_EQ(frontier_->take_unresolved(), std::vector<store::SiteId>{{1}});
  EXPECT_TRUE(frontier_->take_unresolved().empty());
  EXPECT_EQ(visit(), "nothing");
  frontier_->set_address({1}, 77);
  EXPECT_EQ(visit(), "1:robots");
}

TEST_F(PolitenessTest, SiteWithoutAddressIsReturnedAgainAfterItWasHeldBack) {
  frontier_->add_site({.id = {1}});
  queue(1, 1);
  frontier_->take_unresolved();
  visit();
  frontier_->hold_back({1}, now_ + Duration::minutes(5));
  EXPECT_TRUE(frontier_->take_unresolved().empty());
  EXPECT_EQ(frontier_->view({1}).standing, Standing::kHeld);
  EXPECT_EQ(frontier_->counts().held, 1u);
  EXPECT_EQ(until_wake(), Duration::minutes(5));
  now_ += Duration::minutes(5);
  EXPECT_EQ(visit(), "nothing");
  EXPECT_EQ(frontier_->take_unresolved(), std::vector<store::SiteId>{{1}});
}

TEST_F(PolitenessTest, SiteCanMoveToAnotherAddress) {
  begin({.per_address = 1});
  add_site(1, 77);
  add_site(2, 77);
  queue(1, 1);
  queue(2, 1);
  auto lease = next();
  EXPECT_EQ(visit(), "nothing");
  frontier_->set_address({2}, 78);
  EXPECT_EQ(visit(), "2:0");
  settle(std::move(*lease));
}

TEST_F(PolitenessTest, EntriesOfUnusedAddressesAreReusedForNewOnes) {
  begin({.delay = Duration(), .address_delay = kSecond, .per_address = 1});
  add_site(1, 1);
  add_site(2, 2);
  queue(1, 50);
  queue(2, 1);
  for (uint64_t address = 100; address < 120; ++address) {
    EXPECT_NE(visit(), "nothing");
    frontier_->set_address({1}, address);
  }
  frontier_->set_address({2}, 119);
  frontier_->queue(page(2, 9));
  EXPECT_EQ(visit()[0], '1');
  EXPECT_EQ(visit(), "nothing") << "the delay of the address holds for every site";
}

// Robots

TEST_F(PolitenessTest, RobotsTxtIsRequestedFirstAndAlone) {
  begin({.delay = Duration(), .per_host = 4});
  frontier_->add_site({.id = {1}});
  frontier_->set_address({1}, 77);
  queue(1, 2);
  auto robots = next();
  ASSERT_EQ(named(robots), "1:robots");
  EXPECT_EQ(named(next()), "nothing");
  EXPECT_EQ(frontier_->view({1}).standing, Standing::kBusy);
  frontier_->set_rules({1}, Duration(), Instant::never());
  EXPECT_EQ(named(next()), "nothing") << "until it is settled";
  settle(std::move(*robots));
  EXPECT_EQ(visit(), "1:0");
}

TEST_F(PolitenessTest, DelayHoldsAfterARequestForRobotsTxt) {
  frontier_->add_site({.id = {1}});
  frontier_->set_address({1}, 77);
  queue(1, 1);
  EXPECT_EQ(visit(), "1:robots");
  frontier_->set_rules({1}, Duration(), Instant::never());
  EXPECT_EQ(until_wake(), kSecond);
}

TEST_F(PolitenessTest, ExpiredRulesAreRequestedAgainWhenAPageIsDue) {
  add_site(1);
  frontier_->set_rules({1}, Duration(), now_ + Duration::hours(1));
  queue(1, 1);
  EXPECT_EQ(visit(), "1:0");
  now_ += Duration::hours(1);
  EXPECT_EQ(visit(), "nothing");
  queue(1, 1, 5);
  EXPECT_EQ(visit(), "1:robots");
}

TEST_F(PolitenessTest, SiteWhoseRobotsTxtCannotBeFetchedIsHeldAndThenRetried) {
  frontier_->add_site({.id = {1}});
  frontier_->set_address({1}, 77);
  queue(1, 1);
  EXPECT_EQ(visit({.host_failed = true}), "1:robots");
  frontier_->hold_back({1}, now_ + Duration::hours(2));
  EXPECT_EQ(frontier_->view({1}).standing, Standing::kHeld);
  EXPECT_EQ(until_wake(), Duration::hours(2));
  now_ += Duration::hours(2);
  EXPECT_EQ(visit(), "1:robots");
}

TEST_F(PolitenessTest, RobotsTxtWithoutSetRulesIsRequestedAgainPolitely) {
  frontier_->add_site({.id = {1}});
  frontier_->set_address({1}, 77);
  queue(1, 1);
  EXPECT_EQ(visit(), "1:robots");
  EXPECT_EQ(visit(), "nothing");
  now_ += kSecond;
  EXPECT_EQ(visit(), "1:robots");
}

TEST_F(PolitenessTest, SiteCanBeHeldForever) {
  add_site(1);
  queue(1, 1);
  frontier_->hold_back({1}, Instant::never());
  EXPECT_EQ(visit(), "nothing");
  EXPECT_EQ(frontier_->wake_at(now_), Instant::never());
}

// Rest

TEST_F(PolitenessTest, RetryAfterHoldsForTheWholeHostUpToTheLongestRest) {
  add_site(1);
  queue(1, 3);
  visit({.host_rests = Duration::minutes(10)});
  EXPECT_EQ(until_wake(), Duration::minutes(10));
  EXPECT_EQ(frontier_->counts().resting, 1u);
  now_ += Duration::minutes(10);
  visit({.host_rests = Duration::days(1000)});
  EXPECT_EQ(until_wake(), Duration::hours(24));
}

TEST_F(PolitenessTest, RetryAfterMakesAReadySiteRest) {
  begin({.delay = Duration(), .per_host = 2});
  add_site(1);
  queue(1, 3);
  auto first = next();
  EXPECT_EQ(frontier_->counts().ready, 1u);
  settle(std::move(*first), {.host_rests = kSecond});
  EXPECT_EQ(frontier_->counts().ready, 0u);
  EXPECT_EQ(visit(), "nothing");
}

TEST_F(PolitenessTest, FailuresInARowMakeTheSiteRestLongerEachTime) {
  add_site(1);
  queue(1, 10);
  const Settlement failed{.host_failed = true};
  for (int i = 0; i < 2; ++i) {
    visit(failed);
    EXPECT_EQ(until_wake(), kSecond);
    now_ += kSecond;
  }
  Duration least = Duration::seconds(30);
  for (int i = 0; i < 4; ++i, least = least * 2) {
    visit(failed);
    EXPECT_GE(until_wake(), least);
    EXPECT_LE(until_wake(), least + least / 4);
    now_ += until_wake();
  }
  visit();
  now_ += until_wake();
  visit(failed);
  EXPECT_EQ(until_wake(), kSecond) << "a success resets the count";
}

TEST_F(PolitenessTest, RestOfOneHostDoesNotAffectOthersAtItsAddress) {
  add_site(1, 77);
  add_site(2, 77);
  queue(1, 2);
  queue(2, 1);
  EXPECT_EQ(visit({.host_rests = Duration::hours(1)}), "1:0");
  EXPECT_EQ(visit(), "2:0");
}

// Across restarts, and clocks that jump

TEST_F(PolitenessTest, PolitenessSurvivesARestart) {
  add_site(1);
  queue(1, 2);
  visit({.host_failed = true, .host_rests = Duration::minutes(10)});
  store::SiteState state{.id = {1}};
  frontier_->write_politeness(state);
  EXPECT_EQ(state.next_allowed, now_ + Duration::minutes(10));
  EXPECT_EQ(state.resting_until, now_ + Duration::minutes(10));
  EXPECT_EQ(state.failures, 1);

  begin({});
  frontier_->add_site(state);
  frontier_->set_address({1}, 77);
  frontier_->set_rules({1}, Duration(), Instant::never());
  queue(1, 2);
  EXPECT_EQ(visit(), "nothing");
  EXPECT_EQ(until_wake(), Duration::minutes(10));
  store::SiteState again{.id = {1}};
  frontier_->write_politeness(again);
  EXPECT_EQ(again, state);
}

TEST_F(PolitenessTest, RestoredTimesFurtherAheadThanAnyRestAreShortened) {
  const store::SiteState state{.id = {1},
                               .next_allowed = now_ + Duration::days(4000),
                               .resting_until = now_ + Duration::days(5000)};
  frontier_->add_site(state);
  frontier_->set_address({1}, 77);
  queue(1, 1);
  EXPECT_EQ(until_wake(), Duration::hours(24));
  EXPECT_EQ(visit(), "nothing");
  EXPECT_EQ(until_wake(), Duration::hours(24));

  store::SiteState late = state;
  late.id = {2};
  frontier_->add_site(late);
  frontier_->set_address({2}, 77);
  queue(2, 1);
  EXPECT_EQ(frontier_->view({2}).until, now_ + Duration::hours(24));
}

TEST_F(PolitenessTest, RestsAreMovedWithAClockThatIsSetBack) {
  for (uint64_t site = 1; site <= 3; ++site) {
    add_site(site, site);
    queue(site, 2);
  }
  EXPECT_EQ(visit({.host_rests = Duration::minutes(1)}), "1:0");
  EXPECT_EQ(visit(), "2:0");
  frontier_->hold_back({3}, now_ + Duration::minutes(2));
  now_ = now_ - Duration::days(2);
  EXPECT_EQ(visit(), "nothing");
  EXPECT_EQ(until_wake(), kSecond);
  now_ += kSecond;
  EXPECT_EQ(visit(), "2:1");
  EXPECT_EQ(until_wake(), Duration::seconds(59));
  now_ += Duration::seconds(59);
  EXPECT_EQ(visit(), "1:1");
  EXPECT_EQ(until_wake(), Duration::minutes(1));
}

TEST_F(PolitenessTest, SmallStepBackOfTheClockIsWaitedFor) {
  add_site(1);
  queue(1, 2);
  visit();
  now_ = now_ - Duration::milliseconds(500);
  EXPECT_EQ(visit(), "nothing");
  EXPECT_EQ(until_wake(), Duration::milliseconds(1500));
}

}  // namespace
}  // namespace freshet::frontier
