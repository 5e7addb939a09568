// Tests of several sites of one host: its schemes and ports share the host's politeness.
#include <string>

#include "frontier/frontier_fixture.h"
#include "gtest/gtest.h"

namespace freshet::frontier {
namespace {

class HostSites : public Scene, public testing::Test {
 protected:
  void add(uint64_t site, const std::string& text) {
    frontier_->add_site({.id = {site}, .text = text});
    frontier_->set_address({site}, 0);
    frontier_->set_rules({site}, Duration(), Instant::never());
  }
};

TEST_F(HostSites, TwoThousandPortsOfAHostAreRequestedOneAtATimeASecondApart) {
  for (uint64_t port = 1; port <= 2'000; ++port) {
    add(port, "http://a.test:" + std::to_string(port));
    queue(port, 1);
  }
  for (uint64_t port = 1; port <= 50; ++port) {
    auto lease = next();
    EXPECT_EQ(named(lease), std::to_string(port) + ":0");
    EXPECT_EQ(named(next()), "nothing") << "while a request to another port is in flight";
    settle(std::move(*lease));
    EXPECT_EQ(named(next()), "nothing");
    EXPECT_EQ(until_wake(), kSecond);
    now_ += kSecond;
  }
}

TEST_F(HostSites, SchemeAndTrailingDotDoNotMakeAnotherHost) {
  add(1, "http://a.test");
  add(2, "https://a.test");
  add(3, "https://a.test.:8443");
  add(4, "http://b.test");
  for (const uint64_t site : {1, 2, 3, 4}) queue(site, 1);
  EXPECT_EQ(visit(), "1:0");
  EXPECT_EQ(visit(), "4:0");
  EXPECT_EQ(visit(), "nothing");
  now_ += kSecond;
  EXPECT_EQ(visit(), "2:0");
  now_ += kSecond;
  EXPECT_EQ(visit(), "3:0");
}

TEST_F(HostSites, AddressesAsHostsAreSplitFromTheirPorts) {
  add(1, "http://127.0.0.1:81");
  add(2, "http://127.0.0.1:82");
  add(3, "http://[::1]:81");
  add(4, "http://[::1]");
  add(5, "http://[::2]");
  for (const uint64_t site : {1, 2, 3, 4, 5}) queue(site, 1);
  EXPECT_EQ(visit(), "1:0");
  EXPECT_EQ(visit(), "3:0");
  EXPECT_EQ(visit(), "5:0");
  EXPECT_EQ(visit(), "nothing");
}

TEST_F(HostSites, LongestCrawlDelayOfAHostCounts) {
  add(1, "http://a.test");
  add(2, "https://a.test");
  frontier_->set_rules({1}, Duration::seconds(10), Instant::never());
  frontier_->set_rules({2}, Duration::seconds(3), Instant::never());
  queue(1, 2);
  queue(2, 2);
  EXPECT_EQ(visit(), "1:0");
  EXPECT_EQ(until_wake(), Duration::seconds(10));
  frontier_->set_rules({1}, Duration(), Instant::never());
  EXPECT_EQ(until_wake(), Duration::seconds(3));
}

TEST_F(HostSites, FailingPortDoesNotDelayTheOthers) {
  add(1, "http://a.test");
  add(2, "https://a.test");
  queue(1, 10);
  queue(2, 10);
  const Settlement failed{.page = Settlement::Page::kRequeue, .host_failed = true};
  int requests[3] = {};
  for (int i = 0; i < 12; ++i) {
    auto lease = next();
    ASSERT_TRUE(lease);
    const uint64_t site = lease->site().value;
    ++requests[site];
    settle(std::move(*lease), site == 2 ? failed : Settlement());
    now_ += kSecond;
  }
  EXPECT_EQ(requests[2], 3);
  EXPECT_EQ(requests[1], 9);
}

TEST_F(HostSites, RestOfAHostHoldsForAllPortsAlsoAfterARestart) {
  add(1, "http://a.test");
  add(2, "http://a.test:8080");
  queue(1, 1);
  queue(2, 1);
  visit({.host_rests = Duration::minutes(5)});
  EXPECT_EQ(visit(), "nothing");
  EXPECT_EQ(until_wake(), Duration::minutes(5));
  store::SiteState first{.id = {1}, .text = "http://a.test"};
  frontier_->write_politeness(first);

  begin({});
  frontier_->add_site(first);
  add(2, "http://a.test:8080");
  queue(2, 1);
  EXPECT_EQ(visit(), "nothing");
  EXPECT_EQ(until_wake(), Duration::minutes(5));
}

TEST_F(HostSites, LatestOfSeveralRestoredTimesCounts) {
  frontier_->add_site(
      {.id = {1}, .text = "http://a.test", .next_allowed = now_ + Duration::seconds(9)});
  frontier_->add_site(
      {.id = {2}, .text = "https://a.test", .next_allowed = now_ + Duration::seconds(4)});
  add(2, "https://a.test");
  queue(2, 1);
  EXPECT_EQ(visit(), "nothing");
  EXPECT_EQ(until_wake(), Duration::seconds(9));
}

TEST_F(HostSites, WhileRobotsTxtRedirectsOnlyPagesThatNeedNoRulesAreLeased) {
  frontier_->add_site({.id = {1}, .text = "http://a.test"});
  frontier_->set_address({1}, 0);
  queue(1, 1);
  EXPECT_EQ(visit(), "1:robots");
  frontier_->await_rules({1});
  now_ += kSecond;
  EXPECT_EQ(visit(), "nothing");
  EXPECT_EQ(frontier_->wake_at(now_), Instant::never());
  EXPECT_EQ(frontier_->view({1}).standing, Standing::kBusy);

  Queued known = page(1, 7);
  frontier_->queue_first(known);  // it needs the rules
  Queued hop = page(1, 8);
  hop.needs_rules = false;
  frontier_->queue_first(hop);
  EXPECT_EQ(visit(), "1:8");
  EXPECT_EQ(visit(), "nothing");
  frontier_->set_rules({1}, Duration(), Instant::never());
  now_ += kSecond;
  EXPECT_EQ(visit(), "1:7");
  now_ += kSecond;
  EXPECT_EQ(visit(), "1:0");
}

TEST_F(HostSites, PageThatNeedsNoRulesDoesNotCauseARequestForRobotsTxt) {
  frontier_->add_site({.id = {1}, .text = "http://a.test"});
  frontier_->set_address({1}, 0);
  Queued hop = page(1, 8);
  hop.needs_rules = false;
  frontier_->queue_first(hop);
  EXPECT_EQ(visit(), "1:8");
  now_ += kSecond;
  EXPECT_EQ(visit(), "nothing");
}

}  // namespace
}  // namespace freshet::frontier
