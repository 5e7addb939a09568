#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <set>
#include <thread>

#include "contract/store_samples.h"

namespace freshet::store {

// The tests that every Store must pass. Run them on a new implementation with
//
//   struct MyStoreMaker { Result<std::unique_ptr<Store>> make(); };    // a new, empty store
//   INSTANTIATE_TYPED_TEST_SUITE_P(MyStore, StoreContract, MyStoreMaker);
//
// A maker may also say why its store cannot be tested here: static std::string missing().
template <typename Maker>
class StoreContract : public testing::Test {
 protected:
  void SetUp() override {
    if (const std::string missing = what_is_missing<Maker>(); !missing.empty()) {
      GTEST_SKIP() << missing;
    }
    auto made = maker_.make();
    ASSERT_TRUE(made) << made.error().message;
    store_ = *std::move(made);
  }

  void commit(const Batch& batch, Durability durability = Durability::kProcess) {
    const Status status = store_->commit(batch, durability);
    ASSERT_TRUE(status) << status.error().message;
  }
  void put(const PageState& page) { commit({.pages = {page}}); }

  std::vector<Store::Due> due(uint64_t site, Instant until = Instant::never(), size_t most = 1'000,
                              const std::optional<Store::Due>& after = std::nullopt) {
    return store_->due({site}, until, most, after).value();
  }
  std::vector<uint64_t> due_pages(uint64_t site, Instant until = Instant::never()) {
    std::vector<uint64_t> pages;
    for (const Store::Due& entry : due(site, until)) pages.push_back(entry.key.page.value);
    return pages;
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
TYPED_TEST_SUITE_P(StoreContract);

using Numbers = std::vector<uint64_t>;

TYPED_TEST_P(StoreContract, EmptyStoreHasNothing) {
  EXPECT_EQ(this->store_->page(key_of(1, 2)).value(), std::nullopt);
  EXPECT_EQ(this->store_->site({1}).value(), std::nullopt);
  EXPECT_EQ(this->store_->links(key_of(1, 2)).value(), std::nullopt);
  EXPECT_EQ(this->store_->original_of(digest::sha256("")).value(), std::nullopt);
  EXPECT_EQ(this->store_->fact("version").value(), std::nullopt);
  EXPECT_TRUE(this->due(1).empty());
  EXPECT_TRUE(this->page_keys().empty());
}

TYPED_TEST_P(StoreContract, EmptyBatchIsNoChangeAndNoError) {
  const Batch batch;
  EXPECT_TRUE(batch.empty());
  this->commit(batch);
  this->commit(batch, Durability::kPower);
  EXPECT_TRUE(this->page_keys().empty());
}

TYPED_TEST_P(StoreContract, PageIsReadAsWritten) {
  std::vector<PageState> pages = {PageState(), waiting_page(key_of(1, 1), at(5)),
                                  visited_page(key_of(1, 2), at(6)),
                                  extreme_page(key_of(~uint64_t{0}, ~uint64_t{0}))};
  for (const auto time : kOptionalTimes) {
    pages.push_back(visited_page(key_of(2, pages.size()), at(6)));
    (pages.back().*time).reset();
  }
  for (const PageState& page : pages) this->put(page);
  for (const PageState& page : pages) {
    EXPECT_EQ(this->store_->page(page.key).value(), page) << page.key.page.value;
  }
  this->commit({.admitted = {visited_page(key_of(1, 3), at(7))}}, Durability::kPower);
  EXPECT_EQ(this->store_->page(key_of(1, 3)).value(), visited_page(key_of(1, 3), at(7)));
}

TYPED_TEST_P(StoreContract, EveryVisitResultIsReadAsWritten) {
  for (const VisitResult result : all_values<VisitResult>()) {
    PageState page = waiting_page(key_of(1, 1), at(5));
    page.result = result;
    this->put(page);
    EXPECT_EQ(this->store_->page(page.key).value(), page);
  }
}

TYPED_TEST_P(StoreContract, SiteIsReadAsWritten) {
  const SiteState sites[] = {SiteState(), sample_site(1), sample_site(2),
                             extreme_site(~uint64_t{0})};
  for (const SiteState& site : sites) this->commit({.sites = {site}});
  for (const SiteState& site : sites) {
    EXPECT_EQ(this->store_->site(site.id).value(), site) << site.id.value;
  }
}

TYPED_TEST_P(StoreContract, LinksAreReadAsWritten) {
  for (const size_t count : {0, 1, 2, 3, 4, 5, 40, 10'000}) {
    const PageLinks links = sample_links(key_of(5, count), count);
    this->commit({.links = {links}});
    EXPECT_EQ(this->store_->links(links.from).value(), links) << count;
  }
  this->commit({.links = {sample_links(key_of(5, 40), 2)}});
  EXPECT_EQ(this->store_->links(key_of(5, 40)).value(), sample_links(key_of(5, 40), 2));
}

TYPED_TEST_P(StoreContract, UnadmittedUrlIsReadAsWritten) {
  EXPECT_EQ(this->store_->unadmitted(key_of(1, 1)).value(), std::nullopt);
  for (const UnadmittedReason reason : all_values<UnadmittedReason>()) {
    const UnadmittedUrl url =
        sample_unadmitted(key_of(1, static_cast<uint64_t>(reason)), reason, 3);
    this->commit({.unadmitted = {url}});
    EXPECT_EQ(this->store_->unadmitted(url.key).value(), url);
  }
  const UnadmittedUrl bare{.key = key_of(~uint64_t{0}, 1), .url = std::string(100'000, 'u')};
  this->commit({.unadmitted = {bare}}, Durability::kPower);
  EXPECT_EQ(this->store_->unadmitted(bare.key).value(), bare);
  EXPECT_EQ(this->store_->page(bare.key).value(), std::nullopt);
}

TYPED_TEST_P(StoreContract, ThePreferredRecordOfAnUnadmittedUrlIsKept) {
  const PageKey key = key_of(1, 1);
  const auto find = [&](UnadmittedReason reason, uint16_t depth) {
    return sample_unadmitted(key, reason, depth);
  };
  const auto kept = [&] { return this->store_->unadmitted(key).value(); };
  this->commit({.unadmitted = {find(UnadmittedReason::kNofollow, 2)}});
  this->commit({.unadmitted = {find(UnadmittedReason::kSimilarPages, 3)}});
  EXPECT_EQ(kept(), find(UnadmittedReason::kNofollow, 2));
  this->commit(
      {.unadmitted = {find(UnadmittedReason::kNofollow, 1), find(UnadmittedReason::kDepth, 9),
                      find(UnadmittedReason::kScope, 7), find(UnadmittedReason::kPattern, 7)}});
  EXPECT_EQ(kept(), find(UnadmittedReason::kScope, 7))
      << "the nearest of those that only the rules refuse";
  this->commit(
      {.unadmitted = {find(UnadmittedReason::kNofollow, 0), find(UnadmittedReason::kDepth, 8),
                      find(UnadmittedReason::kTrap, 7)}});
  EXPECT_EQ(kept(), find(UnadmittedReason::kScope, 7)) << "the first of equals";
  this->commit({.unadmitted = {find(UnadmittedReason::kDepth, 6)}});
  EXPECT_EQ(kept(), find(UnadmittedReason::kDepth, 6));
}

TYPED_TEST_P(StoreContract, AdmittedUrlIsNoLongerUnadmitted) {
  const PageKey before = key_of(1, 1);
  const PageKey within = key_of(1, 2);
  const PageKey other = key_of(1, 3);
  const auto find = [](const PageKey& key) {
    return sample_unadmitted(key, UnadmittedReason::kDepth, 3);
  };
  this->commit({.unadmitted = {find(before), find(other)}});
  this->commit({.admitted = {waiting_page(before, at(5)), waiting_page(within, at(6))},
                .unadmitted = {find(within)}});
  EXPECT_EQ(this->store_->unadmitted(before).value(), std::nullopt);
  EXPECT_EQ(this->store_->unadmitted(within).value(), std::nullopt);
  EXPECT_EQ(this->store_->unadmitted(other).value(), find(other));
  EXPECT_EQ(this->due_pages(1), (Numbers{1, 2}));
}

TYPED_TEST_P(StoreContract, FactsHaveAnyNameAndValue) {
  const std::string binary("\0\xFF\n", 3);
  this->commit({.facts = {{"a", "1"}, {"", "no name"}, {binary, binary}, {"ab", ""}}});
  EXPECT_EQ(this->store_->fact("a").value(), "1");
  EXPECT_EQ(this->store_->fact("").value(), "no name");
  EXPECT_EQ(this->store_->fact(binary).value(), binary);
  EXPECT_EQ(this->store_->fact("ab").value(), "");
  EXPECT_EQ(this->store_->fact("abc").value(), std::nullopt);
  this->commit({.facts = {{"a", "2"}, {"a", "3"}}});
  EXPECT_EQ(this->store_->fact("a").value(), "3");
  // Facts cannot overwrite what the store records for itself.
  this->commit({.facts = {{"format", "999"}, {"version", "999"}}});
  EXPECT_EQ(this->store_->fact("format").value(), "999");
}

TYPED_TEST_P(StoreContract, LaterPutWinsWithinABatch) {
  const PageKey key = key_of(1, 1);
  Batch batch;
  batch.pages = {visited_page(key, at(30)), waiting_page(key_of(1, 2), at(5)),
                 waiting_page(key, at(10)), waiting_page(key, at(20))};
  batch.sites = {sample_site(4), extreme_site(4)};
  batch.links = {sample_links(key, 5), sample_links(key, 1)};
  this->commit(batch);
  EXPECT_EQ(this->store_->page(key).value(), waiting_page(key, at(20)));
  EXPECT_EQ(this->store_->site({4}).value(), extreme_site(4));
  EXPECT_EQ(this->store_->links(key).value(), sample_links(key, 1));
  EXPECT_EQ(this->due_pages(1), (Numbers{2, 1}));
}

TYPED_TEST_P(StoreContract, PageAdmittedAndVisitedInOneBatchIsVisited) {
  const PageKey key = key_of(1, 1);
  this->commit({.admitted = {waiting_page(key, at(10)), waiting_page(key_of(1, 2), at(11))},
                .pages = {visited_page(key, at(20))}});
  EXPECT_EQ(this->store_->page(key).value(), visited_page(key, at(20)));
  EXPECT_EQ(this->due_pages(1), (Numbers{2, 1}));
}

TYPED_TEST_P(StoreContract, VisitedPageIsNoLongerDueAtItsOldTime) {
  const PageKey key = key_of(1, 1);
  const PageKey fresh = key_of(1, 2);
  this->put(waiting_page(key, at(10)));
  // One page is visited twice in the batch, and another is admitted in the same batch.
  this->commit({.admitted = {waiting_page(fresh, at(11))},
                .visited = {{waiting_page(key, at(20)), at(10)},
                            {visited_page(key, at(30)), at(20)},
                            {waiting_page(fresh, Instant::never()), at(11)}}});
  EXPECT_EQ(this->store_->page(key).value(), visited_page(key, at(30)));
  EXPECT_EQ(this->due_pages(1), (Numbers{1}));
  this->commit({.visited = {{waiting_page(key, Instant::never()), at(30)}}});
  EXPECT_TRUE(this->due(1).empty());
}

TYPED_TEST_P(StoreContract, AdmittingAPageTwiceChangesNothing) {
  const Batch batch{.admitted = {waiting_page(key_of(1, 1), at(10))}};
  this->commit(batch);
  this->commit(batch);
  EXPECT_EQ(this->due_pages(1), (Numbers{1}));
  this->put(waiting_page(key_of(1, 1), Instant::never()));
  EXPECT_TRUE(this->due(1).empty());
}

TYPED_TEST_P(StoreContract, DuePagesAreInOrderOfNextVisitThenPage) {
  Batch batch;
  batch.admitted = {waiting_page(key_of(1, 9), at(30)),
                    waiting_page(key_of(1, 8), at(-10)),
                    waiting_page(key_of(1, 7), Instant()),
                    waiting_page(key_of(1, 6), at(20)),
                    waiting_page(key_of(1, 5), at(20)),
                    waiting_page(key_of(1, 4), kFirstInstant),
                    waiting_page(key_of(1, ~uint64_t{0}), at(20)),
                    waiting_page(key_of(1, 3), Instant::never()),
                    waiting_page(key_of(0, 1), at(1)),
                    waiting_page(key_of(2, 1), kFirstInstant)};
  this->commit(batch);
  EXPECT_EQ(this->due_pages(1), (Numbers{4, 8, 7, 5, 6, ~uint64_t{0}, 9}));
  EXPECT_EQ(this->due_pages(1, at(20)), (Numbers{4, 8, 7, 5, 6, ~uint64_t{0}}));
  EXPECT_EQ(this->due_pages(1, at(20) - Duration::microseconds(1)), (Numbers{4, 8, 7}));
  EXPECT_EQ(this->due_pages(1, kFirstInstant), (Numbers{4}));
  EXPECT_EQ(this->due_pages(2), (Numbers{1}));
  EXPECT_EQ(this->due(0).at(0), (Store::Due{.next_visit = at(1), .key = key_of(0, 1)}));
}

TYPED_TEST_P(StoreContract, DuePageWithTheHighestIdsIsFound) {
  constexpr uint64_t kLast = ~uint64_t{0};
  const Instant last = Instant::from_unix_microseconds(std::numeric_limits<int64_t>::max() - 1);
  this->commit({.admitted = {waiting_page(key_of(kLast, kLast), last)}});
  EXPECT_EQ(this->due_pages(kLast), (Numbers{kLast}));
  EXPECT_EQ(this->due_pages(kLast, last), (Numbers{kLast}));
  EXPECT_EQ(this->due_pages(kLast, last - Duration::microseconds(1)), Numbers());
}

TYPED_TEST_P(StoreContract, DuePagesAreReadInSlices) {
  Batch batch;
  for (uint64_t i = 0; i < 100; ++i) {
    batch.admitted.push_back(waiting_page(key_of(1, i), at(static_cast<int64_t>(i / 10))));
  }
  this->commit(batch);
  Numbers seen;
  std::optional<Store::Due> after;
  while (true) {
    const auto slice = this->due(1, at(7), 7, after);
    if (slice.empty()) break;
    EXPECT_LE(slice.size(), 7U);
    for (const Store::Due& entry : slice) seen.push_back(entry.key.page.value);
    after = slice.back();
  }
  EXPECT_EQ(seen.size(), 80U);
  EXPECT_TRUE(std::is_sorted(seen.begin(), seen.end()));
  EXPECT_TRUE(this->due(1, at(7), 0).empty());
  // A slice may begin after an entry that has left the index since.
  this->put(waiting_page(key_of(1, 5), at(50)));
  const auto rest = this->due(1, at(7), 1, Store::Due{.next_visit = at(0), .key = key_of(1, 5)});
  EXPECT_EQ(rest.at(0).key, key_of(1, 6));
}

TYPED_TEST_P(StoreContract, DueTimeFollowsNextVisit) {
  const PageKey key = key_of(1, 1);
  this->put(waiting_page(key, at(10)));
  this->put(visited_page(key, at(20)));
  EXPECT_EQ(this->due(1), (std::vector<Store::Due>{{.next_visit = at(20), .key = key}}));
  this->put(visited_page(key, at(5)));
  EXPECT_EQ(this->due(1), (std::vector<Store::Due>{{.next_visit = at(5), .key = key}}));
  this->put(waiting_page(key, at(5)));
  EXPECT_EQ(this->due(1), (std::vector<Store::Due>{{.next_visit = at(5), .key = key}}));
  this->put(visited_page(key, Instant::never()));
  EXPECT_TRUE(this->due(1).empty());
  this->put(visited_page(key, at(7)));
  EXPECT_EQ(this->due(1), (std::vector<Store::Due>{{.next_visit = at(7), .key = key}}));
}

TYPED_TEST_P(StoreContract, FirstClaimOfAContentWins) {
  const auto a = digest::sha256("a");
  const auto b = digest::sha256("b");
  const auto c = digest::sha256("c");
  const Original first{.page = key_of(1, 1), .at = at(1), .payload = a};
  this->commit({.contents = {{a, first}, {b, {key_of(1, 2)}}, {a, {key_of(1, 3)}}}});
  EXPECT_EQ(this->store_->original_of(a).value(), first);
  this->commit({.contents = {{a, {key_of(1, 4)}}, {c, {key_of(1, 5), at(-2), b}}}});
  EXPECT_EQ(this->store_->original_of(a).value(), first);
  EXPECT_EQ(this->store_->original_of(b).value(), Original{key_of(1, 2)});
  EXPECT_EQ(this->store_->original_of(c).value(), (Original{key_of(1, 5), at(-2), b}));
}

TYPED_TEST_P(StoreContract, OwnerOfAContentMayClaimItAgain) {
  const auto a = digest::sha256("a");
  this->commit({.contents = {{a, {key_of(1, 1), at(1), a}}}});
  this->commit({.contents = {{a, {key_of(1, 2), at(2)}}, {a, {key_of(1, 1), at(3)}}}});
  EXPECT_EQ(this->store_->original_of(a).value(), (Original{key_of(1, 1), at(3)}));
  // If the owner claims it twice in a batch, the first claim is kept.
  this->commit({.contents = {{a, {key_of(1, 1), at(4)}}, {a, {key_of(1, 1), at(5)}}}});
  EXPECT_EQ(this->store_->original_of(a).value(), (Original{key_of(1, 1), at(4)}));
}

TYPED_TEST_P(StoreContract, VersionsAreReadAsWritten) {
  EXPECT_EQ(this->store_->version(key_of(1, 1)).value(), std::nullopt);
  const std::string bytes("a\0b", 3);
  this->commit({.versions = {{key_of(1, 1), bytes}, {key_of(1, 2), "x"}, {key_of(1, 2), "y"}}});
  EXPECT_EQ(this->store_->version(key_of(1, 1)).value(), bytes);
  EXPECT_EQ(this->store_->version(key_of(1, 2)).value(), "y");
}

TYPED_TEST_P(StoreContract, DatesOfListingsAreReadAsWritten) {
  EXPECT_EQ(this->store_->listed_date(key_of(1, 1)).value(), std::nullopt);
  this->commit({.listed_dates = {{key_of(1, 1), at(-1)}, {key_of(1, 2), at(1)}}});
  this->commit({.listed_dates = {{key_of(1, 2), at(2)}, {key_of(1, 2), at(3)}}});
  EXPECT_EQ(this->store_->listed_date(key_of(1, 1)).value(), at(-1));
  EXPECT_EQ(this->store_->listed_date(key_of(1, 2)).value(), at(3));
  EXPECT_EQ(this->store_->page(key_of(1, 1)).value(), std::nullopt);
}

TYPED_TEST_P(StoreContract, ItemsAreReadAsWritten) {
  Item item = sample_item(key_of(1, 1));
  Item unmatched = sample_item(key_of(2, 1));
  unmatched.unmatched_since = at(5);
  const Item plain{.page = key_of(2, 2)};
  EXPECT_EQ(this->store_->item(item.page).value(), std::nullopt);
  this->commit({.items = {item, unmatched, plain, item}});
  EXPECT_EQ(this->store_->item(item.page).value(), item);
  EXPECT_EQ(this->store_->item(unmatched.page).value(), unmatched);
  EXPECT_EQ(this->store_->item(plain.page).value(), plain);
  item.fields = std::string("\0{\xFF", 3);
  this->commit({.items = {sample_item(key_of(1, 1)), item}});
  EXPECT_EQ(this->store_->item(item.page).value(), item) << "the last write wins";

  std::vector<Item> all;
  EXPECT_TRUE(this->store_->each_item([&](const Item& one) {
    all.push_back(one);
    return true;
  }));
  EXPECT_EQ(all, (std::vector<Item>{item, unmatched, plain}));
}

TYPED_TEST_P(StoreContract, IdsAreReadByKindInTheOrderOfNames) {
  const std::string page = name_of(key_of(7, ~uint64_t{0}));
  EXPECT_EQ(page_named(page), key_of(7, ~uint64_t{0}));
  EXPECT_EQ(page_named("short"), std::nullopt);
  EXPECT_EQ(site_named(name_of(SiteId{7})), SiteId{7});
  const std::string binary("\0\xFF", 2);
  this->commit({.ids = {{IdKind::kPage, page, 1},
                        {IdKind::kSite, name_of(SiteId{7}), ~uint64_t{0}},
                        {IdKind::kDomain, "b.example", 2},
                        {IdKind::kDomain, "a.example", 3},
                        {IdKind::kDomain, binary, 4},
                        {IdKind::kCommunity, "", 1}}});
  EXPECT_EQ(this->store_->id(IdKind::kPage, page).value(), 1U);
  EXPECT_EQ(this->store_->id(IdKind::kSite, name_of(SiteId{7})).value(), ~uint64_t{0});
  EXPECT_EQ(this->store_->id(IdKind::kCommunity, "").value(), 1U);
  EXPECT_EQ(this->store_->id(IdKind::kCommunity, "a.example").value(), std::nullopt);
  std::vector<GivenId> domains;
  EXPECT_TRUE(this->store_->each_id(IdKind::kDomain, [&](const GivenId& given) {
    domains.push_back(given);
    return true;
  }));
  EXPECT_EQ(domains, (std::vector<GivenId>{{IdKind::kDomain, binary, 4},
                                           {IdKind::kDomain, "a.example", 3},
                                           {IdKind::kDomain, "b.example", 2}}));
  int calls = 0;
  EXPECT_TRUE(this->store_->each_id(IdKind::kDomain, [&](const GivenId&) { return ++calls < 2; }));
  EXPECT_EQ(calls, 2);
}

TYPED_TEST_P(StoreContract, EveryKindOfIdIsReadAsWritten) {
  for (const IdKind kind : all_values<IdKind>()) {
    const GivenId given{.kind = kind, .name = "a", .id = 10 + static_cast<uint64_t>(kind)};
    this->commit({.ids = {given}});
    EXPECT_EQ(this->store_->id(kind, "a").value(), given.id);
    std::vector<GivenId> found;
    EXPECT_TRUE(this->store_->each_id(kind, [&](const GivenId& one) {
      found.push_back(one);
      return true;
    }));
    EXPECT_EQ(found, std::vector{given});
  }
}

TYPED_TEST_P(StoreContract, AnIdNeverChanges) {
  this->commit({.ids = {{IdKind::kDomain, "a", 1}}});
  this->commit({.ids = {{IdKind::kDomain, "a", 2}, {IdKind::kDomain, "b", 2}}});
  EXPECT_EQ(this->store_->id(IdKind::kDomain, "a").value(), 1U);
  EXPECT_EQ(this->store_->id(IdKind::kDomain, "b").value(), 2U);
}

TYPED_TEST_P(StoreContract, OriginalKeepsItsPlaceInTheArchive) {
  const ArchivePosition places[] = {
      {},
      {.file = 3, .offset = 0},
      {.file = 3, .offset = 300},
      {.writer = 1, .file = 3, .offset = 300},
      {.writer = 65'535, .file = ~uint32_t{0}, .offset = ~uint64_t{0}}};
  for (const ArchivePosition& place : places) {
    const Original original{.page = key_of(1, 1), .at = at(1), .archived = place};
    this->commit({.contents = {{digest::sha256("a"), original}}});
    EXPECT_EQ(this->store_->original_of(digest::sha256("a")).value(), original);
    PageState page = waiting_page(key_of(1, 1), at(5));
    page.archived = place;
    this->put(page);
    EXPECT_EQ(this->store_->page(page.key).value(), page);
  }
}

TYPED_TEST_P(StoreContract, ChangesAreReadByTimeAndForgotten) {
  const auto change = [](int64_t seconds, uint64_t page, Change::Kind kind) {
    return Change{
        .at = at(seconds), .page = key_of(9 - page, page), .kind = kind, .size = 7, .share = 0.25F};
  };
  const Change a = change(-5, 1, Change::Kind::kNew);
  const Change b = change(5, 2, Change::Kind::kChanged);
  const Change c = change(5, 1, Change::Kind::kGone);
  const Change d = change(6, 1, Change::Kind::kBack);
  this->commit({.changes = {d, c}});
  this->commit({.changes = {a, b}});
  const auto since = [&](int64_t seconds) {
    std::vector<Change> found;
    EXPECT_TRUE(this->store_->each_change(at(seconds), [&](const Change& one) {
      found.push_back(one);
      return found.size() < 4;
    }));
    return found;
  };
  EXPECT_EQ(since(-10), (std::vector{a, b, c, d}));
  EXPECT_EQ(since(6), std::vector{d});
  EXPECT_EQ(since(7), std::vector<Change>());
  this->commit({.changes = {change(5, 3, Change::Kind::kNew)}, .forget_changes_before = at(6)});
  EXPECT_EQ(since(-10).size(), 2u) << "changes of the same batch stay";
  this->commit(
      {.withdrawn_changes = {{at(5), change(5, 3, Change::Kind::kNew).page}, {at(5), d.page}}});
  EXPECT_EQ(since(-10), std::vector{d});
  this->commit({.changes = {change(9, 1, Change::Kind::kNew), change(10, 1, Change::Kind::kGone)}});
  const Change e = change(7, 1, Change::Kind::kGone);
  this->commit({.changes = {e, change(12, 1, Change::Kind::kNew)}, .forget_changes_after = at(6)});
  EXPECT_EQ(since(6), (std::vector{d, e, change(12, 1, Change::Kind::kNew)}));
}

TYPED_TEST_P(StoreContract, EveryFieldOfAChangeIsReadAsWritten) {
  std::vector<Change> changes;
  for (const Change::Kind kind : all_values<Change::Kind>()) {
    for (const Change::Part part : all_values<Change::Part>()) {
      for (const bool in_rewrite : {false, true}) {
        const auto number = static_cast<uint64_t>(changes.size());
        changes.push_back({.at = at(static_cast<int64_t>(number)),
                           .page = key_of(1, number),
                           .kind = kind,
                           .part = part,
                           .size = number,
                           .share = 0.5F,
                           .in_rewrite = in_rewrite,
                           .fields = number % 3 == 0 ? "" : R"([{"field":"price"}])"});
      }
    }
  }
  this->commit({.changes = changes});
  std::vector<Change> found;
  EXPECT_TRUE(this->store_->each_change(at(0), [&](const Change& one) {
    found.push_back(one);
    return true;
  }));
  EXPECT_EQ(found, changes);
}

TYPED_TEST_P(StoreContract, LargeBatchIsWrittenWhole) {
  Batch batch;
  for (uint64_t i = 0; i < 50'000; ++i) {
    batch.admitted.push_back(waiting_page(key_of(i % 10, i), at(static_cast<int64_t>(i))));
  }
  this->commit(batch);
  EXPECT_EQ(this->page_keys().size(), 50'000U);
  EXPECT_EQ(this->store_->due({3}, Instant::never(), 100'000, std::nullopt)->size(), 5'000U);
}

// A writer moves ten pages of a site in each commit; readers always see all ten at the same time.
TYPED_TEST_P(StoreContract, ReadersSeeWholeCommits) {
  constexpr int64_t kRounds = 300;
  const auto batch_of = [](int64_t round) {
    Batch batch;
    for (uint64_t i = 0; i < 10; ++i) batch.pages.push_back(waiting_page(key_of(1, i), at(round)));
    batch.facts = {{"round", std::to_string(round)}};
    return batch;
  };
  this->commit(batch_of(0));
  std::atomic<bool> done = false;
  std::vector<std::thread> readers;
  for (int reader = 0; reader < 3; ++reader) {
    readers.emplace_back([&] {
      while (!done) {
        std::set<Instant> rounds;
        const auto slice = this->store_->due({1}, Instant::never(), 100, std::nullopt);
        ASSERT_TRUE(slice);
        EXPECT_EQ(slice->size(), 10U);
        for (const Store::Due& entry : *slice) rounds.insert(entry.next_visit);
        EXPECT_EQ(rounds.size(), 1U);
        rounds.clear();
        EXPECT_TRUE(this->store_->each_page([&](const PageState& page) {
          rounds.insert(page.next_visit);
          return true;
        }));
        EXPECT_EQ(rounds.size(), 1U);
        EXPECT_TRUE(this->store_->fact("round").value().has_value());
      }
    });
  }
  for (int64_t round = 1; round <= kRounds; ++round) {
    EXPECT_TRUE(this->store_->commit(batch_of(round), Durability::kProcess));
  }
  done = true;
  for (std::thread& reader : readers) reader.join();
  EXPECT_EQ(this->due(1).at(0).next_visit, at(kRounds));
}

TYPED_TEST_P(StoreContract, CommitsOfManyThreadsAreAllApplied) {
  std::vector<std::thread> writers;
  for (uint64_t writer = 0; writer < 4; ++writer) {
    writers.emplace_back([&, writer] {
      for (uint64_t i = 0; i < 50; ++i) {
        const Batch batch{.pages = {waiting_page(key_of(writer, i), at(1))},
                          .contents = {{digest::sha256(std::to_string(i)), {key_of(writer, i)}}}};
        EXPECT_TRUE(this->store_->commit(batch, Durability::kProcess));
      }
    });
  }
  for (std::thread& writer : writers) writer.join();
  EXPECT_EQ(this->page_keys().size(), 200U);
  for (uint64_t i = 0; i < 50; ++i) {
    const auto original = this->store_->original_of(digest::sha256(std::to_string(i))).value();
    ASSERT_TRUE(original);
    EXPECT_EQ(original->page.page.value, i);
  }
}

REGISTER_TYPED_TEST_SUITE_P(
    StoreContract, EmptyStoreHasNothing, EmptyBatchIsNoChangeAndNoError, PageIsReadAsWritten,
    EveryVisitResultIsReadAsWritten, SiteIsReadAsWritten, LinksAreReadAsWritten,
    UnadmittedUrlIsReadAsWritten, ThePreferredRecordOfAnUnadmittedUrlIsKept,
    AdmittedUrlIsNoLongerUnadmitted, FactsHaveAnyNameAndValue, LaterPutWinsWithinABatch,
    PageAdmittedAndVisitedInOneBatchIsVisited, AdmittingAPageTwiceChangesNothing,
    VisitedPageIsNoLongerDueAtItsOldTime, DuePagesAreInOrderOfNextVisitThenPage,
    DuePageWithTheHighestIdsIsFound, DuePagesAreReadInSlices, DueTimeFollowsNextVisit,
    FirstClaimOfAContentWins, OwnerOfAContentMayClaimItAgain, VersionsAreReadAsWritten,
    DatesOfListingsAreReadAsWritten, ItemsAreReadAsWritten, IdsAreReadByKindInTheOrderOfNames,
    EveryKindOfIdIsReadAsWritten, AnIdNeverChanges, OriginalKeepsItsPlaceInTheArchive,
    ChangesAreReadByTimeAndForgotten, EveryFieldOfAChangeIsReadAsWritten, LargeBatchIsWrittenWhole,
    ReadersSeeWholeCommits, CommitsOfManyThreadsAreAllApplied);

}  // namespace freshet::store
