#include <gtest/gtest.h>

#include "frontier/frontier_fixture.h"

namespace freshet::frontier {
namespace {

struct AddressLease : Scene, testing::Test {
  AddressLease() { begin({.delay = Duration(), .leases_addresses = true}); }
  void open(Instant from, Instant until) { frontier_->open_address(77, from, until); }
};

TEST_F(AddressLease, NothingIsRequestedFromAClosedAddress) {
  add_site(1, 77);
  queue(1, 2);
  EXPECT_EQ(visit(), "nothing");
  EXPECT_EQ(frontier_->wake_at(now_), Instant::never());
  open(now_, now_ + kSecond);
  EXPECT_EQ(visit(), "1:0");
  now_ += kSecond;
  EXPECT_EQ(visit(), "nothing") << "the lease has ended";
  open(now_, now_ + kSecond);
  EXPECT_EQ(visit(), "1:1");
}

TEST_F(AddressLease, AddressThatWasClosedCanBeOpenedAgain) {
  add_site(1, 77);
  queue(1, 2);
  open(now_, now_ + kSecond);
  EXPECT_EQ(visit(), "1:0");
  frontier_->close_address(77);
  EXPECT_EQ(visit(), "nothing");
  EXPECT_EQ(frontier_->wake_at(now_), Instant::never());
  open(now_, now_ + kSecond);
  EXPECT_EQ(visit(), "1:1");
}

TEST_F(AddressLease, RequestsWaitUntilTheLeaseBegins) {
  add_site(1, 77);
  queue(1, 1);
  open(now_ + kSecond, now_ + Duration::seconds(3));
  EXPECT_EQ(visit(), "nothing");
  EXPECT_EQ(until_wake(), kSecond);
  now_ += kSecond;
  EXPECT_EQ(visit(), "1:0");
}

TEST_F(AddressLease, HostsThatWereSelectedWaitWhenTheLeaseHasEnded) {
  for (uint64_t site = 1; site <= 3; ++site) {
    add_site(site, 77);
    queue(site, 1);
  }
  open(now_, now_ + kSecond);
  now_ += kSecond;
  EXPECT_EQ(visit(), "nothing");
  EXPECT_EQ(frontier_->wake_at(now_), Instant::never());
  open(now_, now_ + kSecond);
  EXPECT_EQ(visit(), "1:0") << "they keep their order";
  EXPECT_EQ(visit(), "2:0");
  EXPECT_EQ(visit(), "3:0");
}

TEST_F(AddressLease, AddressZeroIsAlwaysOpen) {
  add_site(1, 0);
  queue(1, 1);
  EXPECT_EQ(visit(), "1:0");
}

TEST_F(AddressLease, DemandCountsHostsAndRequestsInFlight) {
  EXPECT_TRUE(frontier_->address_demands(now_).empty());
  for (uint64_t site = 1; site <= 3; ++site) {
    add_site(site, site == 3 ? 78 : 77);
    queue(site, 1);
  }
  auto demands = frontier_->address_demands(now_);
  ASSERT_EQ(demands.size(), 2u);
  EXPECT_EQ(demands[0].address, 77u);
  EXPECT_EQ(demands[0].waiting, 2u);
  EXPECT_EQ(demands[1].waiting, 1u);
  EXPECT_EQ(demands[0].last_use, std::nullopt);
  open(now_, now_ + kSecond);
  auto lease = next();
  demands = frontier_->address_demands(now_);
  EXPECT_EQ(demands[0].waiting, 1u);
  EXPECT_EQ(demands[0].in_flight, 1u);
  EXPECT_EQ(demands[0].last_use, now_);
  now_ += kSecond;
  settle(std::move(*lease));
  demands = frontier_->address_demands(now_);
  EXPECT_EQ(demands[0].in_flight, 0u);
  EXPECT_EQ(demands[0].last_use, now_) << "the end of the request counts";
}

TEST_F(AddressLease, HostThatRestsIsInDemandWhenItsRestEndsSoon) {
  begin({.delay = Duration::seconds(5), .leases_addresses = true});
  add_site(1, 77);
  queue(1, 2);
  open(now_, now_ + kSecond);
  visit();
  EXPECT_EQ(frontier_->address_demands(now_ + kSecond)[0].waiting, 0u);
  EXPECT_EQ(frontier_->address_demands(now_ + Duration::seconds(5))[0].waiting, 1u);
}

TEST_F(AddressLease, LastUseOfAnAddressWithoutWorkIsKnownUntilItIsClosed) {
  add_site(1, 77);
  queue(1, 1);
  open(now_, now_ + kSecond);
  visit();
  const auto demands = frontier_->address_demands(now_ + Duration::minutes(1));
  ASSERT_EQ(demands.size(), 1u);
  EXPECT_EQ(demands[0].waiting, 0u);
  EXPECT_EQ(demands[0].last_use, now_);
  frontier_->close_address(77);
  EXPECT_TRUE(frontier_->address_demands(now_ + Duration::minutes(1)).empty());
}

}  // namespace
}  // namespace freshet::frontier
