#pragma once

#include <gtest/gtest.h>

#include "contract/store_samples.h"

namespace freshet::store {

// The tests that a Store must pass if it outlives its process. Run them on a new implementation
// with
//
//   struct MyStoreMaker {
//     // The first call makes an empty store. Later calls open it again, after it was closed.
//     Result<std::unique_ptr<Store>> make();
//     // Opens a copy of the state that a crash of the process would leave now. The store that is
//     // open is not disturbed.
//     Result<std::unique_ptr<Store>> make_after_crash();
//   };
//   INSTANTIATE_TYPED_TEST_SUITE_P(MyStore, StoreContractDurable, MyStoreMaker);
template <typename Maker>
class StoreContractDurable : public testing::Test {
 protected:
  void SetUp() override {
    if (const std::string missing = what_is_missing<Maker>(); !missing.empty()) {
      GTEST_SKIP() << missing;
    }
    reopen();
  }

  void reopen() {
    store_.reset();
    auto made = maker_.make();
    ASSERT_TRUE(made) << made.error().message;
    store_ = *std::move(made);
  }
  void crash() {
    auto made = maker_.make_after_crash();
    ASSERT_TRUE(made) << made.error().message;
    store_ = *std::move(made);
  }

  void commit(const Batch& batch) {
    const Status status = store_->commit(batch, Durability::kProcess);
    ASSERT_TRUE(status) << status.error().message;
  }
  bool is_fenced(const Batch& batch) {
    const Status status = store_->commit(batch, Durability::kProcess);
    return !status && status.error().kind == ErrorKind::kFenced;
  }
  std::vector<Discovery> pending(ShardId shard) {
    return store_->pending_discoveries(shard, 1'000, std::nullopt).value();
  }

  Maker maker_;
  std::unique_ptr<Store> store_;
};
TYPED_TEST_SUITE_P(StoreContractDurable);

TYPED_TEST_P(StoreContractDurable, EpochsSurviveReopeningAndCrashes) {
  const Batch batch{.admitted = {waiting_page(key_in(1, 1, 1), at(1))}};
  Holding last;
  for (int round = 0; round < 6; ++round) {
    Batch old = batch;
    old.holding = last;
    EXPECT_TRUE(this->is_fenced(old)) << round;
    const Holding now = this->store_->take({1, 2}).value();
    for (const ShardId shard : {1, 2}) EXPECT_GT(now.epoch(shard), last.epoch(shard)) << round;
    old.holding = now;
    this->commit(old);
    last = now;
    if (round % 2 == 0)
      this->reopen();
    else
      this->crash();
    this->commit(batch);  // the opener of the store holds all shards again
  }
}

// In each round a writer in shard 1 sends two discoveries, and the owner of shard 2 settles the
// older half of the pending ones. After each step the store is reopened, or the process crashes.
TYPED_TEST_P(StoreContractDurable, DiscoveriesAreDeliveredOnceAcrossReopeningAndCrashes) {
  const auto found = [](uint64_t number) {
    return sample_discovery(key_in(2, 1, number), at(static_cast<int64_t>(number)));
  };
  constexpr uint64_t kRounds = 10;
  std::vector<PageKey> taken;
  const auto end = [&](uint64_t round) { round % 3 == 0 ? this->reopen() : this->crash(); };
  for (uint64_t round = 0; round < kRounds; ++round) {
    this->commit({.admitted = {waiting_page(key_in(1, 1, round), at(1))},
                  .discoveries = {found(2 * round), found(2 * round + 1)}});
    end(round);
    const auto waiting = this->pending(2);
    ASSERT_EQ(waiting.size() + taken.size(), 2 * round + 2);
    Batch admission;
    for (size_t i = 0; i < (waiting.size() + 1) / 2; ++i) {
      EXPECT_EQ(waiting[i], found(taken.size()));
      admission.admitted.push_back(waiting_page(waiting[i].key, at(1)));
      admission.settled_discoveries.push_back(waiting[i].id());
      taken.push_back(waiting[i].key);
    }
    this->commit(admission);
    end(round + 1);
  }
  std::vector<PageKey> admitted;
  EXPECT_TRUE(this->store_->each_page_key({2}, [&](const PageKey& key) {
    admitted.push_back(key);
    return true;
  }));
  EXPECT_EQ(admitted, taken);
  EXPECT_EQ(this->pending(2).size() + taken.size(), 2 * kRounds);
}

REGISTER_TYPED_TEST_SUITE_P(StoreContractDurable, EpochsSurviveReopeningAndCrashes,
                            DiscoveriesAreDeliveredOnceAcrossReopeningAndCrashes);

}  // namespace freshet::store
