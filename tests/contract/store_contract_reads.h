#pragma once

#include <gtest/gtest.h>

#include <algorithm>

#include "contract/store_samples.h"

namespace freshet::store {

// The tests that every Store must pass for reads of many keys at once, and for scans of all shards
// or some. Run them on a new implementation as store_contract.h says.
template <typename Maker>
class StoreContractReads : public testing::Test {
 protected:
  void SetUp() override {
    if (const std::string missing = what_is_missing<Maker>(); !missing.empty()) {
      GTEST_SKIP() << missing;
    }
    auto made = maker_.make();
    ASSERT_TRUE(made) << made.error().message;
    store_ = *std::move(made);
  }

  void commit(const Batch& batch) {
    const Status status = store_->commit(batch, Durability::kProcess);
    ASSERT_TRUE(status) << status.error().message;
  }

  std::vector<PageKey> page_keys() {
    std::vector<PageKey> keys;
    EXPECT_TRUE(store_->each_page_key([&](const PageKey& key) {
      keys.push_back(key);
      return true;
    }));
    return keys;
  }

  Maker maker_;
  std::unique_ptr<Store> store_;
};
TYPED_TEST_SUITE_P(StoreContractReads);

// In a store with files, so many pages lie partly in files and partly in memory.
inline constexpr uint64_t kManyPages = 600;

inline digest::Digest256 content_of(const PageKey& key) {
  return digest::sha256(std::to_string(key.page.value));
}

inline std::vector<Batch> many_pages() {
  std::vector<Batch> batches;
  for (uint64_t i = 0; i < kManyPages; ++i) {
    if (i % 100 == 0) batches.emplace_back();
    const PageKey key = key_in(static_cast<ShardId>(i * 7), i % 3, i);
    batches.back().pages.push_back(visited_page(key, at(static_cast<int64_t>(i))));
    batches.back().versions.emplace_back(key, std::string(i % 50, 'v'));
    batches.back().contents.emplace_back(content_of(key), Original{.page = key, .at = at(1)});
  }
  return batches;
}

TYPED_TEST_P(StoreContractReads, ReadingManyKeysGivesWhatReadingEachGives) {
  std::vector<PageKey> keys;
  for (const Batch& batch : many_pages()) {
    this->commit(batch);
    for (const PageState& page : batch.pages) {
      keys.push_back(page.key);
      keys.push_back(key_of(page.key.site.value, ~page.key.page.value));  // does not exist
    }
  }
  // The keys are not sorted, some occur twice, and one occurs twice in a row.
  std::reverse(keys.begin() + 100, keys.end());
  keys.insert(keys.end(), keys.begin(), keys.begin() + 50);
  keys.push_back(keys.back());
  std::vector<digest::Digest256> contents;
  for (const PageKey& key : keys) contents.push_back(content_of(key));

  const Store& store = *this->store_;
  const auto pages = store.pages(keys).value();
  const auto versions = store.versions(keys).value();
  const auto originals = store.originals(contents).value();
  ASSERT_EQ(pages.size(), keys.size());
  ASSERT_EQ(versions.size(), keys.size());
  ASSERT_EQ(originals.size(), keys.size());
  size_t found = 0;
  for (size_t i = 0; i < keys.size(); ++i) {
    EXPECT_EQ(pages[i], store.page(keys[i]).value()) << i;
    EXPECT_EQ(versions[i], store.version(keys[i]).value()) << i;
    EXPECT_EQ(originals[i], store.original_of(contents[i]).value()) << i;
    found += pages[i] && versions[i] && originals[i] ? 1 : 0;
  }
  EXPECT_EQ(found, kManyPages + 25 + (pages.back() ? 1 : 0));
}

TYPED_TEST_P(StoreContractReads, ReadingManyListedDatesGivesWhatReadingEachGives) {
  const PageKey dated = key_of(1, 1);
  this->commit({.listed_dates = {{dated, at(7)}, {key_of(~uint64_t{0}, 2), at(8)}}});
  const std::vector<PageKey> keys = {key_of(~uint64_t{0}, 2), key_of(5, 5), dated, dated};
  const std::vector<std::optional<Instant>> expected = {at(8), std::nullopt, at(7), at(7)};
  EXPECT_EQ(this->store_->listed_dates(keys).value(), expected);
  EXPECT_TRUE(this->store_->listed_dates({})->empty());
}

TYPED_TEST_P(StoreContractReads, ReadingNoKeysGivesNoRows) {
  this->commit({.pages = {waiting_page(key_of(1, 1), at(1))}});
  EXPECT_TRUE(this->store_->pages({})->empty());
  EXPECT_TRUE(this->store_->versions({})->empty());
  EXPECT_TRUE(this->store_->originals({})->empty());
}

TYPED_TEST_P(StoreContractReads, ScansAreInTheOrderOfKeys) {
  const std::vector<PageKey> sorted = {key_of(0, 0),
                                       key_of(1, 0),
                                       key_of(1, 255),
                                       key_of(1, 256),
                                       key_of(256, 1),
                                       key_of(uint64_t{1} << 63, 0),
                                       key_of(~uint64_t{0}, ~uint64_t{0})};
  Batch batch;
  for (auto key = sorted.rbegin(); key != sorted.rend(); ++key) {
    batch.pages.push_back(visited_page(*key, at(1)));
    batch.links.push_back(sample_links(*key, 3));
    batch.unadmitted.push_back(sample_unadmitted(*key, UnadmittedReason::kTrap, 1));
    batch.sites.push_back(sample_site(key->site.value));
  }
  this->commit(batch);
  EXPECT_EQ(this->page_keys(), sorted);
  std::vector<PageKey> from_pages;
  EXPECT_TRUE(this->store_->each_page([&](const PageState& page) {
    EXPECT_EQ(page, visited_page(page.key, at(1)));
    from_pages.push_back(page.key);
    return true;
  }));
  EXPECT_EQ(from_pages, sorted);
  std::vector<PageKey> from_links;
  EXPECT_TRUE(this->store_->each_links([&](const PageLinks& links) {
    EXPECT_EQ(links, sample_links(links.from, 3));
    from_links.push_back(links.from);
    return true;
  }));
  EXPECT_EQ(from_links, sorted);
  std::vector<PageKey> from_unadmitted;
  EXPECT_TRUE(this->store_->each_unadmitted([&](const UnadmittedUrl& url) {
    EXPECT_EQ(url, sample_unadmitted(url.key, UnadmittedReason::kTrap, 1));
    from_unadmitted.push_back(url.key);
    return true;
  }));
  EXPECT_EQ(from_unadmitted, sorted);
  std::vector<SiteId> sites;
  EXPECT_TRUE(this->store_->each_site([&](const SiteState& site) {
    EXPECT_EQ(site, sample_site(site.id.value));
    sites.push_back(site.id);
    return true;
  }));
  EXPECT_EQ(sites, (std::vector<SiteId>{{0}, {1}, {256}, {uint64_t{1} << 63}, {~uint64_t{0}}}));
}

TYPED_TEST_P(StoreContractReads, ScansStopWhenTheCallbackReturnsFalse) {
  Batch batch;
  for (uint64_t i = 0; i < 5; ++i) {
    batch.pages.push_back(waiting_page(key_of(i, i), at(1)));
    batch.links.push_back(sample_links(key_of(i, i), 3));
    batch.unadmitted.push_back(sample_unadmitted(key_of(i, i), UnadmittedReason::kTrap, 1));
    batch.sites.push_back(sample_site(i));
  }
  this->commit(batch);
  int calls = 0;
  const auto twice = [&](const auto&) { return ++calls % 2 != 0; };
  EXPECT_TRUE(this->store_->each_page_key(twice));
  EXPECT_EQ(calls, 2);
  EXPECT_TRUE(this->store_->each_page(twice));
  EXPECT_EQ(calls, 4);
  EXPECT_TRUE(this->store_->each_links(twice));
  EXPECT_EQ(calls, 6);
  EXPECT_TRUE(this->store_->each_site(twice));
  EXPECT_EQ(calls, 8);
  EXPECT_TRUE(this->store_->each_unadmitted(twice));
  EXPECT_EQ(calls, 10);
}

TYPED_TEST_P(StoreContractReads, ScanSeesTheStateAtItsStart) {
  Batch batch;
  for (uint64_t i = 0; i < 10; ++i) batch.pages.push_back(waiting_page(key_of(1, 2 * i), at(1)));
  this->commit(batch);
  size_t seen = 0;
  EXPECT_TRUE(this->store_->each_page([&](const PageState& page) {
    EXPECT_EQ(page.next_visit, at(1));
    Batch change;
    for (uint64_t i = 0; i < 20; ++i) change.pages.push_back(waiting_page(key_of(1, i), at(2)));
    this->commit(change);
    EXPECT_EQ(this->store_->page(page.key).value()->next_visit, at(2));
    ++seen;
    return true;
  }));
  EXPECT_EQ(seen, 10U);
  EXPECT_EQ(this->page_keys().size(), 20U);
}

// The keys that scans of some shards pass to their callbacks.
struct ScannedKeys {
  std::vector<PageKey> keys;
  std::vector<PageKey> pages;
  std::vector<PageKey> links;
  std::vector<PageKey> unadmitted;
  std::vector<PageKey> items;
  std::vector<SiteId> sites;
  std::vector<PageKey> changes;
  bool operator==(const ScannedKeys&) const = default;
};

inline ScannedKeys scan_of(const Store& store, const ShardSet& shards) {
  ScannedKeys seen;
  const auto into = [](auto& list, const auto& of) {
    return [&list, of](const auto& row) {
      list.push_back(row.*of);
      return true;
    };
  };
  EXPECT_TRUE(store.each_page_key(shards, [&](const PageKey& key) {
    seen.keys.push_back(key);
    return true;
  }));
  EXPECT_TRUE(store.each_page(shards, into(seen.pages, &PageState::key)));
  EXPECT_TRUE(store.each_links(shards, into(seen.links, &PageLinks::from)));
  EXPECT_TRUE(store.each_unadmitted(shards, into(seen.unadmitted, &UnadmittedUrl::key)));
  EXPECT_TRUE(store.each_item(shards, into(seen.items, &Item::page)));
  EXPECT_TRUE(store.each_site(shards, into(seen.sites, &SiteState::id)));
  EXPECT_TRUE(store.each_change(shards, kFirstInstant, into(seen.changes, &Change::page)));
  return seen;
}

// Two pages in every third shard; the last shard is one of these.
inline std::vector<PageKey> keys_of_scans() {
  std::vector<PageKey> keys;
  for (int shard = 0; shard < kShards; shard += 3) {
    keys.push_back(key_in(static_cast<ShardId>(shard), 0, 0));
    keys.push_back(key_in(static_cast<ShardId>(shard), ~uint64_t{0} >> 8, ~uint64_t{0}));
  }
  return keys;
}

TYPED_TEST_P(StoreContractReads, ScansOfSomeShardsSeeOnlyThose) {
  Batch batch;
  for (const PageKey& key : keys_of_scans()) {
    batch.pages.push_back(visited_page(key, at(1)));
    batch.links.push_back(sample_links(key, 3));
    batch.unadmitted.push_back(sample_unadmitted(key, UnadmittedReason::kTrap, 1));
    batch.sites.push_back(sample_site(key.site.value));
    batch.items.push_back(sample_item(key));
    batch.changes.push_back({.at = at(-1), .page = key});
  }
  this->commit(batch);
  const ShardSet sets[] = {{},
                           {0},
                           {1},
                           {255},
                           {0, 255},
                           {3, 4, 5, 90},
                           {1, 2, 4, 5},
                           ShardSet::range(30, 120),
                           ShardSet::all()};
  for (const ShardSet& shards : sets) {
    ScannedKeys expected;
    for (const PageKey& key : keys_of_scans()) {
      if (!shards.contains(shard_of(key.site))) continue;
      expected.keys.push_back(key);
      expected.sites.push_back(key.site);
    }
    expected.pages = expected.links = expected.unadmitted = expected.keys;
    expected.items = expected.changes = expected.keys;
    EXPECT_EQ(scan_of(*this->store_, shards), expected);
  }
  EXPECT_EQ(scan_of(*this->store_, ShardSet::all()).keys.size(), 172U);
}

TYPED_TEST_P(StoreContractReads, ScansOfSomeShardsStopWhenTheCallbackReturnsFalse) {
  Batch batch;
  for (const PageKey& key : keys_of_scans()) {
    batch.pages.push_back(waiting_page(key, at(1)));
    batch.changes.push_back({.at = at(1), .page = key});
  }
  this->commit(batch);
  // The third row lies in the second range of adjacent shards.
  int calls = 0;
  const auto thrice = [&](const auto&) { return ++calls < 3; };
  EXPECT_TRUE(this->store_->each_page({6, 9, 200, 201}, thrice));
  EXPECT_EQ(calls, 3);
  calls = 0;
  EXPECT_TRUE(this->store_->each_change({6, 90, 201}, at(0), thrice));
  EXPECT_EQ(calls, 3);
}

REGISTER_TYPED_TEST_SUITE_P(StoreContractReads, ReadingManyListedDatesGivesWhatReadingEachGives,
                            ReadingManyKeysGivesWhatReadingEachGives, ReadingNoKeysGivesNoRows,
                            ScansAreInTheOrderOfKeys, ScansStopWhenTheCallbackReturnsFalse,
                            ScanSeesTheStateAtItsStart, ScansOfSomeShardsSeeOnlyThose,
                            ScansOfSomeShardsStopWhenTheCallbackReturnsFalse);

}  // namespace freshet::store
