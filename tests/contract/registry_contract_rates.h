#pragma once

#include "contract/registry_contract.h"

namespace freshet::cluster {

// Grants, the job, notifications and address leases.
template <typename Maker>
class RegistryContractRates : public RegistryContractBase<Maker> {
 protected:
  static AddressGrant lease(Registry& registry, SessionId session, const AddressWant& want) {
    const auto grants = registry.lease_addresses(session, {&want, 1});
    EXPECT_TRUE(grants) << grants.error().message;
    EXPECT_EQ(grants->size(), want.waiting == 0 ? 0u : 1u);
    return grants && !grants->empty() ? grants->front() : AddressGrant{};
  }
  // Takes notifications until one of the cluster has come.
  static bool is_notified(Registry& registry) {
    for (int i = 0; i < 10'000; ++i) {
      if (registry.take_notifications().cluster) return true;
      if (!registry.job()) return false;
    }
    return false;
  }
};
TYPED_TEST_SUITE_P(RegistryContractRates);

constexpr Duration kInterval = Duration::seconds(2);
// Calls of a real server take time. Long delays are compared with this tolerance.
constexpr Duration kDelay = Duration::seconds(100);
constexpr Duration kSlack = Duration::seconds(30);

TYPED_TEST_P(RegistryContractRates, GrantsReachTheAgentAndItsHighestRateIsKnown) {
  this->join_as_coordinator();
  EXPECT_EQ(this->agent("a").granted_rate, 0);
  this->carry_out({.grants = {{this->a_, 10}}});
  EXPECT_EQ(this->agent("a").highest_rate, 10) << "the next answer will have it";
  EXPECT_EQ(this->heartbeat(*this->registry_, this->a_).granted_rate, 10);
  this->carry_out({.grants = {{this->a_, 4}}});
  EXPECT_EQ(this->agent("a").highest_rate, 10) << "it does not know yet";
  EXPECT_EQ(this->heartbeat(*this->registry_, this->a_, {.rate = 10}).granted_rate, 4);
  EXPECT_EQ(this->agent("a").highest_rate, 10) << "the answer may have been lost";
  this->heartbeat(*this->registry_, this->a_, {.rate = 4});
  EXPECT_EQ(this->agent("a").highest_rate, 4);
  this->maker_->pass(kLease);
  EXPECT_EQ(this->agent("a").highest_rate, 0);
}

TYPED_TEST_P(RegistryContractRates, RatesMayBeInfinite) {
  this->join_as_coordinator();
  this->carry_out({.grants = {{this->a_, INFINITY}}});
  EXPECT_EQ(this->heartbeat(*this->registry_, this->a_).granted_rate, INFINITY);
  this->heartbeat(*this->registry_, this->a_, {.rate = INFINITY});
  EXPECT_EQ(this->agent("a").report.rate, INFINITY);
}

TYPED_TEST_P(RegistryContractRates, JobIsReadWithItsVersionAndBudget) {
  const SessionId session = this->join(*this->registry_, "a");
  EXPECT_EQ(this->registry_->job().value(), "");
  EXPECT_EQ(this->registry_->view()->budget, std::nullopt);
  const uint64_t before = this->heartbeat(*this->registry_, session).job_version;
  ASSERT_TRUE(this->other_->set_job("{\"seeds\":[\"http://example.com/\"]}", 12.5));
  EXPECT_EQ(this->registry_->job().value(), "{\"seeds\":[\"http://example.com/\"]}");
  EXPECT_GT(this->heartbeat(*this->registry_, session).job_version, before);
  EXPECT_EQ(this->registry_->view()->budget, 12.5);
  ASSERT_TRUE(this->other_->set_job("{}", std::nullopt));
  EXPECT_EQ(this->registry_->view()->budget, std::nullopt);
}

TYPED_TEST_P(RegistryContractRates, ChangesAreNotified) {
  this->join_as_coordinator();
  const SessionId b = this->join(*this->other_, "b");
  EXPECT_TRUE(this->is_notified(*this->other_)) << "that an agent joined";
  this->assign({1}, "b");
  EXPECT_TRUE(this->is_notified(*this->other_)) << "that an assignment changed";
  EXPECT_TRUE(this->other_->own(b, {1}));
  while (this->is_notified(*this->registry_) && this->registry_->take_notifications().cluster) {
  }
  EXPECT_TRUE(this->other_->release(b, {1}));
  EXPECT_TRUE(this->is_notified(*this->registry_)) << "that a shard became free";
  EXPECT_TRUE(this->other_->set_job("{}", std::nullopt));
  EXPECT_TRUE(this->is_notified(*this->registry_)) << "that the job changed";
}

TYPED_TEST_P(RegistryContractRates, DiscoveriesAreAnnouncedByShard) {
  this->maker_->announce({1, 200});
  store::ShardSet arrived;
  for (int i = 0; i < 10'000 && arrived.size() < 2; ++i) {
    arrived.add_all(this->registry_->take_notifications().inbox);
    ASSERT_TRUE(this->registry_->job());
  }
  EXPECT_EQ(arrived, (store::ShardSet{1, 200}));
}

TYPED_TEST_P(RegistryContractRates, AddressGoesToOneAgentAtATimeInTheOrderOfAsking) {
  const SessionId a = this->join(*this->registry_, "a");
  const SessionId b = this->join(*this->other_, "b");
  const AddressWant want{.address = UINT64_MAX, .waiting = 5, .interval = kInterval};
  const AddressGrant first = this->lease(*this->registry_, a, want);
  EXPECT_EQ(first.address, UINT64_MAX);
  EXPECT_TRUE(first.is_granted);
  EXPECT_FALSE(first.is_contended);
  EXPECT_EQ(first.starts, Duration());
  EXPECT_GT(first.lasts, RegistryOptions{}.tenure);
  EXPECT_LE(first.lasts, RegistryOptions{}.address_lease);
  EXPECT_FALSE(this->lease(*this->other_, b, want).is_granted);

  const AddressGrant again = this->lease(*this->registry_, a, want);
  EXPECT_TRUE(again.is_granted);
  EXPECT_TRUE(again.is_contended);
  EXPECT_LE(again.lasts, RegistryOptions{}.tenure);

  AddressWant returned = want;
  returned.returns = true;
  returned.delay = kDelay;
  EXPECT_FALSE(this->lease(*this->registry_, a, returned).is_granted) << "b was before it";
  const AddressGrant next = this->lease(*this->other_, b, want);
  EXPECT_TRUE(next.is_granted);
  EXPECT_TRUE(next.is_contended);
  EXPECT_LE(next.starts, kDelay);
  EXPECT_GT(next.starts, kDelay - kSlack);
}

TYPED_TEST_P(RegistryContractRates, NextAgentWaitsUntilTheIntervalAfterALeaseThatEnded) {
  const SessionId a = this->join(*this->registry_, "a");
  const SessionId b = this->join(*this->other_, "b");
  const AddressWant want{.address = 7, .waiting = 1, .interval = kDelay};
  EXPECT_TRUE(this->lease(*this->registry_, a, want).is_granted);
  this->pass_with_heartbeats(RegistryOptions{}.address_lease, *this->other_, b);
  const AddressGrant next = this->lease(*this->other_, b, want);
  EXPECT_TRUE(next.is_granted);
  EXPECT_LE(next.starts, kDelay);
  EXPECT_GT(next.starts, kDelay - kSlack);
}

TYPED_TEST_P(RegistryContractRates, GivingBackBeforeTheStartKeepsTheIntervalOfTheOneBefore) {
  const SessionId a = this->join(*this->registry_, "a");
  const SessionId b = this->join(*this->other_, "b");
  const AddressWant want{.address = 7, .waiting = 1, .interval = kInterval};
  this->lease(*this->registry_, a, want);
  this->lease(*this->registry_, a, {.address = 7, .delay = kDelay});
  EXPECT_TRUE(this->lease(*this->other_, b, want).is_granted);
  this->lease(*this->other_, b, {.address = 7});
  EXPECT_GT(this->lease(*this->registry_, a, want).starts, kDelay - kSlack);
}

TYPED_TEST_P(RegistryContractRates, AddressesOfAnAgentThatLeavesAreFree) {
  const SessionId a = this->join(*this->registry_, "a");
  const SessionId b = this->join(*this->other_, "b");
  const AddressWant want{.address = 7, .waiting = 1, .interval = kInterval};
  EXPECT_TRUE(this->lease(*this->registry_, a, want).is_granted);
  ASSERT_TRUE(this->registry_->leave(a));
  const AddressGrant next = this->lease(*this->other_, b, want);
  EXPECT_TRUE(next.is_granted);
  EXPECT_LE(next.starts, kInterval);
}

TYPED_TEST_P(RegistryContractRates, ThoseWhoDoNotAskAgainLoseTheirPlace) {
  const SessionId a = this->join(*this->registry_, "a");
  const SessionId b = this->join(*this->other_, "b");
  const AddressWant want{.address = 7, .waiting = 1, .interval = kInterval};
  this->lease(*this->registry_, a, want);
  this->lease(*this->other_, b, want);
  this->maker_->pass(RegistryOptions{}.tenure + Duration::seconds(1));
  AddressWant returned = want;
  returned.returns = true;
  EXPECT_TRUE(this->lease(*this->registry_, a, returned).is_granted);
  EXPECT_FALSE(this->lease(*this->other_, b, want).is_granted);
}

TYPED_TEST_P(RegistryContractRates, AddressWithManySitesIsShared) {
  const SessionId a = this->join(*this->registry_, "a");
  const SessionId b = this->join(*this->other_, "b");
  const AddressWant want{.address = 7, .waiting = 1, .sites = 600, .interval = kInterval};
  EXPECT_FALSE(this->lease(*this->registry_, a, want).is_shared);
  EXPECT_TRUE(this->lease(*this->other_, b, want).is_shared);
  EXPECT_TRUE(this->lease(*this->registry_, a, want).is_shared);
}

TYPED_TEST_P(RegistryContractRates, ManyAddressesAreLeasedInOneCall) {
  const SessionId a = this->join(*this->registry_, "a");
  const SessionId b = this->join(*this->other_, "b");
  std::vector<AddressWant> wants;
  for (uint64_t i = 0; i < 2'000; ++i) {
    wants.push_back({.address = i * 0x9E3779B97F4A7C15, .waiting = 1, .interval = kInterval});
  }
  const auto count = [&](Registry& registry, SessionId session) {
    int granted = 0;
    const auto grants = registry.lease_addresses(session, wants);
    for (const AddressGrant& grant : *grants) {
      granted += grant.is_granted ? 1 : 0;
    }
    return granted;
  };
  EXPECT_EQ(count(*this->registry_, a), 2'000);
  EXPECT_EQ(count(*this->other_, b), 0);
  for (AddressWant& want : wants) want.waiting = 0;
  EXPECT_EQ(this->registry_->lease_addresses(a, wants)->size(), 0u);
  for (AddressWant& want : wants) want.waiting = 1;
  EXPECT_EQ(count(*this->other_, b), 2'000);
}

REGISTER_TYPED_TEST_SUITE_P(RegistryContractRates, GrantsReachTheAgentAndItsHighestRateIsKnown,
                            RatesMayBeInfinite, JobIsReadWithItsVersionAndBudget,
                            ChangesAreNotified, DiscoveriesAreAnnouncedByShard,
                            AddressGoesToOneAgentAtATimeInTheOrderOfAsking,
                            NextAgentWaitsUntilTheIntervalAfterALeaseThatEnded,
                            GivingBackBeforeTheStartKeepsTheIntervalOfTheOneBefore,
                            AddressesOfAnAgentThatLeavesAreFree,
                            ThoseWhoDoNotAskAgainLoseTheirPlace, AddressWithManySitesIsShared,
                            ManyAddressesAreLeasedInOneCall);

}  // namespace freshet::cluster
