#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "contract/store_samples.h"

namespace freshet::store {

// The tests that every Store must pass for several writers that divide its shards. Run them on a
// new implementation as store_contract.h says.
template <typename Maker>
class StoreContractWriters : public testing::Test {
 protected:
  void SetUp() override {
    if (const std::string missing = what_is_missing<Maker>(); !missing.empty()) {
      GTEST_SKIP() << missing;
    }
    auto made = maker_.make();
    ASSERT_TRUE(made) << made.error().message;
    store_ = *std::move(made);
  }

  Holding take(const ShardSet& shards) { return store_->take(shards).value(); }

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
TYPED_TEST_SUITE_P(StoreContractWriters);

inline PageState page_in(ShardId shard, uint64_t page = 1) {
  return waiting_page(key_in(shard, 1, page), at(5));
}

TYPED_TEST_P(StoreContractWriters, OpenerOfTheStoreHoldsAllShards) {
  Batch batch;
  for (int shard = 0; shard < kShards; ++shard) {
    batch.pages.push_back(page_in(static_cast<ShardId>(shard)));
  }
  this->commit(batch);
  for (const PageState& page : batch.pages) {
    EXPECT_EQ(this->store_->page(page.key).value(), page);
  }
}

TYPED_TEST_P(StoreContractWriters, BatchOfAnOldEpochIsRefusedAsAWhole) {
  const Holding old = this->take({1, 2});
  const Holding now = this->take({2});
  EXPECT_GT(now.epoch(2), old.epoch(2));
  const auto content = digest::sha256("a");
  const Batch batch{.holding = old,
                    .admitted = {page_in(1), page_in(2)},
                    .sites = {sample_site(key_in(1, 1, 1).site.value)},
                    .links = {sample_links(key_in(1, 1, 1), 3)},
                    .unadmitted = {sample_unadmitted(key_in(1, 1, 7), UnadmittedReason::kTrap, 1)},
                    .discoveries = {sample_discovery(key_in(3, 1, 1), at(1))},
                    .contents = {{content, {key_in(1, 1, 1)}}},
                    .versions = {{key_in(1, 1, 1), "version"}},
                    .listed_dates = {{key_in(1, 1, 1), at(1)}},
                    .items = {sample_item(key_in(1, 1, 1))},
                    .changes = {{.at = at(1), .page = key_in(1, 1, 1)}},
                    .ids = {{IdKind::kDomain, "a", 1}},
                    .facts = {{"a", "1"}}};
  for (int round = 0; round < 2; ++round) EXPECT_TRUE(this->is_fenced(batch));
  const Store& store = *this->store_;
  EXPECT_EQ(store.page(key_in(1, 1, 1)).value(), std::nullopt);
  EXPECT_EQ(store.page(key_in(2, 1, 1)).value(), std::nullopt);
  EXPECT_TRUE(store.due(key_in(1, 1, 1).site, Instant::never(), 9, std::nullopt)->empty());
  EXPECT_EQ(store.site(key_in(1, 1, 1).site).value(), std::nullopt);
  EXPECT_EQ(store.links(key_in(1, 1, 1)).value(), std::nullopt);
  EXPECT_EQ(store.unadmitted(key_in(1, 1, 7)).value(), std::nullopt);
  EXPECT_TRUE(this->pending(3).empty());
  EXPECT_EQ(store.original_of(content).value(), std::nullopt);
  EXPECT_EQ(store.version(key_in(1, 1, 1)).value(), std::nullopt);
  EXPECT_EQ(store.listed_date(key_in(1, 1, 1)).value(), std::nullopt);
  EXPECT_EQ(store.item(key_in(1, 1, 1)).value(), std::nullopt);
  EXPECT_EQ(store.id(IdKind::kDomain, "a").value(), std::nullopt);
  EXPECT_EQ(store.fact("a").value(), std::nullopt);
  EXPECT_TRUE(store.each_change(kFirstInstant, [](const Change&) {
    ADD_FAILURE() << "a change of the refused batch was written";
    return false;
  }));
}

TYPED_TEST_P(StoreContractWriters, ShardIsTakenOverWhileOthersStay) {
  const Holding first = this->take({1, 2, 3});
  this->commit({.holding = first, .admitted = {page_in(1), page_in(2)}});
  const Holding second = this->take({2});
  EXPECT_EQ(this->store_->page(page_in(2).key).value(), page_in(2)) << "committed pages stay";
  EXPECT_TRUE(this->is_fenced({.holding = first, .admitted = {page_in(2, 2)}}));
  this->commit({.holding = first, .admitted = {page_in(1, 2), page_in(3)}});
  this->commit({.holding = second, .admitted = {page_in(2, 3)}});
  EXPECT_TRUE(this->is_fenced({.holding = second, .admitted = {page_in(1, 3)}}))
      << "shard 1 is not held";
  EXPECT_TRUE(this->is_fenced({.admitted = {page_in(2, 4)}})) << "the opener lost it";
  this->commit({.admitted = {page_in(4)}});
  EXPECT_EQ(this->store_->page(page_in(2, 2).key).value(), std::nullopt);
  EXPECT_EQ(this->store_->page(page_in(2, 3).key).value(), page_in(2, 3));
}

TYPED_TEST_P(StoreContractWriters, WriterAddsShardsToThoseThatItHolds) {
  const Holding first = this->take({1});
  const Holding both = first.with(this->take({2}));
  this->commit({.holding = both, .admitted = {page_in(1), page_in(2)}});
  const Holding again = this->take({1});
  EXPECT_GT(again.epoch(1), both.epoch(1));
  EXPECT_TRUE(this->is_fenced({.holding = both, .admitted = {page_in(1, 2)}}));
  this->commit({.holding = both.with(again), .admitted = {page_in(1, 2), page_in(2, 2)}});
}

TYPED_TEST_P(StoreContractWriters, FactsAndIdsNeedAWriterThatStillHoldsAShard) {
  const Holding holding = this->take({1, 2});
  this->commit({.holding = Holding(), .facts = {{"a", "1"}}});
  this->take({1});
  this->commit({.holding = holding, .facts = {{"a", "2"}}});
  this->take({2});
  EXPECT_TRUE(this->is_fenced({.holding = holding, .facts = {{"a", "3"}}}));
  EXPECT_TRUE(this->is_fenced({.holding = holding, .ids = {{IdKind::kDomain, "a", 1}}}));
  EXPECT_EQ(this->store_->fact("a").value(), "2");
  this->commit({.facts = {{"a", "4"}}});
  this->take(ShardSet::all());
  EXPECT_TRUE(this->is_fenced({.facts = {{"a", "5"}}}));
}

TYPED_TEST_P(StoreContractWriters, ClearedBatchKeepsItsWriter) {
  Batch batch{.holding = this->take({1}), .admitted = {page_in(1)}};
  batch.clear();
  EXPECT_TRUE(batch.empty());
  this->take({1});
  batch.admitted = {page_in(1)};
  EXPECT_TRUE(this->is_fenced(batch));
}

TYPED_TEST_P(StoreContractWriters, OnlyChangesOfHeldShardsAreForgotten) {
  const auto change = [](ShardId shard, int64_t seconds) {
    return Change{.at = at(seconds), .page = key_in(shard, 1, 1)};
  };
  const auto kept = [&] {
    std::vector<Change> changes;
    EXPECT_TRUE(this->store_->each_change(kFirstInstant, [&](const Change& one) {
      changes.push_back(one);
      return true;
    }));
    return changes;
  };
  this->commit({.changes = {change(0, -1), change(1, 0), change(2, 1), change(255, 2)}});
  const Holding holding = this->take({1, 255});
  this->commit({.holding = holding, .forget_changes_before = at(2)});
  EXPECT_EQ(kept(), (std::vector{change(0, -1), change(2, 1), change(255, 2)}));
  this->commit({.holding = holding, .forget_changes_after = at(0)});
  EXPECT_EQ(kept(), (std::vector{change(0, -1), change(2, 1)}));
  EXPECT_TRUE(this->is_fenced({.forget_changes_before = at(9)})) << "the opener held all";
  EXPECT_EQ(kept().size(), 2U);
}

// After take() has returned, no commit of the old writer is applied, however busy that writer is.
TYPED_TEST_P(StoreContractWriters, TakingAShardFencesABusyWriter) {
  for (int round = 0; round < 10; ++round) {
    const Holding old = this->take({1});
    std::atomic<int> commits = 0;
    std::thread writer([&] {
      for (uint64_t i = 0;; ++i) {
        const Batch batch{.holding = old, .versions = {{key_in(1, 1, 1), std::to_string(i)}}};
        const Status status = this->store_->commit(batch, Durability::kProcess);
        if (status) {
          ++commits;
          continue;
        }
        EXPECT_EQ(status.error().kind, ErrorKind::kFenced);
        return;
      }
    });
    while (commits < 5) std::this_thread::yield();
    const Holding now = this->take({1});
    const auto last = this->store_->version(key_in(1, 1, 1)).value();
    writer.join();
    EXPECT_EQ(this->store_->version(key_in(1, 1, 1)).value(), last);
    this->commit({.holding = now, .versions = {{key_in(1, 1, 1), "new"}}});
  }
}

TYPED_TEST_P(StoreContractWriters, DiscoveriesAreReadAsWritten) {
  std::vector<Discovery> sent = {{.key = key_in(1, 0, 0)},
                                 sample_discovery(key_in(1, 2, 3), at(1)),
                                 {.key = key_in(1, ~uint64_t{0} >> 8, ~uint64_t{0}),
                                  .url = std::string(100'000, 'u'),
                                  .depth = 65'535,
                                  .redirects = 255,
                                  .listed_date = kFirstInstant,
                                  .found_at = Instant::never()}};
  for (const UnadmittedReason reason : all_values<UnadmittedReason>()) {
    Discovery one = sample_discovery(key_in(1, 2, 3), at(100 + static_cast<int64_t>(reason)));
    one.refused = reason;
    sent.insert(sent.end() - 1, one);
  }
  this->commit({.discoveries = sent});
  EXPECT_EQ(this->pending(1), sent);
}

TYPED_TEST_P(StoreContractWriters, DiscoveriesAreReadInTheOrderTheyWereFound) {
  const auto found = [](ShardId shard, uint64_t page, int64_t seconds) {
    return sample_discovery(key_in(shard, 1, page), at(seconds));
  };
  this->commit({.discoveries = {found(1, 4, 7), found(0, 9, 1), found(1, 2, 7), found(255, 8, 0)}});
  this->commit({.discoveries = {found(1, 9, -7), found(2, 1, 3)}});
  EXPECT_EQ(this->pending(0), std::vector{found(0, 9, 1)});
  EXPECT_EQ(this->pending(1), (std::vector{found(1, 9, -7), found(1, 2, 7), found(1, 4, 7)}));
  EXPECT_EQ(this->pending(2), std::vector{found(2, 1, 3)});
  EXPECT_TRUE(this->pending(3).empty());
  EXPECT_EQ(this->pending(255), std::vector{found(255, 8, 0)});
  // A slice may begin after a discovery that was settled since.
  const auto after = [&](size_t most, const Discovery& last) {
    return this->store_->pending_discoveries(1, most, last.id()).value();
  };
  EXPECT_TRUE(this->store_->pending_discoveries(1, 0, std::nullopt)->empty());
  EXPECT_EQ(this->store_->pending_discoveries(1, 1, std::nullopt).value(),
            std::vector{found(1, 9, -7)});
  EXPECT_EQ(after(1, found(1, 9, -7)), std::vector{found(1, 2, 7)});
  this->commit({.settled_discoveries = {found(1, 2, 7).id()}});
  EXPECT_EQ(after(5, found(1, 2, 7)), std::vector{found(1, 4, 7)});
  EXPECT_TRUE(after(5, found(1, 4, 7)).empty());
}

TYPED_TEST_P(StoreContractWriters, DiscoveriesAreSentByOneWriterAndSettledByAnother) {
  const Holding finder = this->take({1});
  const Holding owner = this->take({2});
  const Discovery found = sample_discovery(page_in(2).key, at(1));
  this->commit({.holding = finder, .admitted = {page_in(1)}, .discoveries = {found}});
  EXPECT_EQ(this->pending(2), std::vector{found});
  EXPECT_TRUE(this->is_fenced({.holding = finder, .settled_discoveries = {found.id()}}));
  EXPECT_EQ(this->pending(2), std::vector{found});
  const Batch admission{
      .holding = owner, .admitted = {page_in(2)}, .settled_discoveries = {found.id()}};
  this->commit(admission);
  EXPECT_TRUE(this->pending(2).empty());
  this->commit(admission);  // like a retry after a commit that did succeed
  EXPECT_EQ(this->store_->page(page_in(2).key).value(), page_in(2));
}

TYPED_TEST_P(StoreContractWriters, DiscoverySentTwiceIsDeliveredOnce) {
  const Discovery found = sample_discovery(page_in(2).key, at(1));
  const Batch batch{.holding = this->take({1}), .discoveries = {found}};
  this->commit(batch);
  this->commit(batch);
  EXPECT_EQ(this->pending(2), std::vector{found});
  // The same page found at another time is another discovery.
  const Discovery later = sample_discovery(page_in(2).key, at(2));
  this->commit({.discoveries = {later}, .settled_discoveries = {found.id()}});
  EXPECT_EQ(this->pending(2), std::vector{later});
}

TYPED_TEST_P(StoreContractWriters, NewOwnerSettlesTheDiscoveriesThatTheOldOneDidNot) {
  const Holding old = this->take({2});
  const Discovery one = sample_discovery(page_in(2, 1).key, at(1));
  const Discovery two = sample_discovery(page_in(2, 2).key, at(2));
  this->commit({.discoveries = {one, two}});
  this->commit({.holding = old, .admitted = {page_in(2, 1)}, .settled_discoveries = {one.id()}});
  const Holding now = this->take({2});
  EXPECT_TRUE(this->is_fenced(
      {.holding = old, .admitted = {page_in(2, 2)}, .settled_discoveries = {two.id()}}));
  EXPECT_EQ(this->pending(2), std::vector{two});
  this->commit({.holding = now, .admitted = {page_in(2, 2)}, .settled_discoveries = {two.id()}});
  EXPECT_TRUE(this->pending(2).empty());
}

REGISTER_TYPED_TEST_SUITE_P(StoreContractWriters, OpenerOfTheStoreHoldsAllShards,
                            BatchOfAnOldEpochIsRefusedAsAWhole, ShardIsTakenOverWhileOthersStay,
                            WriterAddsShardsToThoseThatItHolds,
                            FactsAndIdsNeedAWriterThatStillHoldsAShard, ClearedBatchKeepsItsWriter,
                            OnlyChangesOfHeldShardsAreForgotten, TakingAShardFencesABusyWriter,
                            DiscoveriesAreReadAsWritten, DiscoveriesAreReadInTheOrderTheyWereFound,
                            DiscoveriesAreSentByOneWriterAndSettledByAnother,
                            DiscoverySentTwiceIsDeliveredOnce,
                            NewOwnerSettlesTheDiscoveriesThatTheOldOneDidNot);

}  // namespace freshet::store
