#include "store/fence.h"

#include <gtest/gtest.h>

#include "contract/store_samples.h"

namespace freshet::store {
namespace {

constexpr uint64_t kSite = uint64_t{5} << 56;  // a site of shard 5

// Each batch has rows of shard 5 in one member, so that every member is tested.
std::vector<std::pair<std::string, Batch>> batches_of_one_shard() {
  const PageKey key = key_of(kSite, 1);
  const DiscoveryId taken{.found_at = at(1), .key = key};
  return {{"admitted", {.admitted = {waiting_page(key, at(1))}}},
          {"pages", {.pages = {waiting_page(key, at(1))}}},
          {"visited", {.visited = {{waiting_page(key, at(1)), at(1)}}}},
          {"sites", {.sites = {sample_site(kSite)}}},
          {"links", {.links = {sample_links(key, 1)}}},
          {"unadmitted", {.unadmitted = {sample_unadmitted(key, UnadmittedReason::kTrap, 1)}}},
          {"settled_discoveries", {.settled_discoveries = {taken}}},
          {"contents", {.contents = {{digest::sha256("a"), {key}}}}},
          {"versions", {.versions = {{key, "version"}}}},
          {"listed_dates", {.listed_dates = {{key, at(1)}}}},
          {"items", {.items = {{.page = key}}}},
          {"changes", {.changes = {{.at = at(1), .page = key}}}},
          {"withdrawn_changes", {.withdrawn_changes = {{at(1), key}}}}};
}

bool is_fenced(const Status& status) {
  return !status && status.error().kind == ErrorKind::kFenced;
}

TEST(Fence, EveryRowOfAShardCounts) {
  const Fence before = Fence().raised(ShardSet::all());
  const Fence now = before.raised({5});
  for (auto& [member, batch] : batches_of_one_shard()) {
    EXPECT_EQ(batch.shards(), ShardSet{5}) << member;
    batch.holding = before.holding_of(ShardSet::all());
    EXPECT_TRUE(before.check(batch, "x")) << member;
    EXPECT_TRUE(is_fenced(now.check(batch, "x"))) << member;
    batch.holding = now.holding_of({5});
    EXPECT_TRUE(now.check(batch, "x")) << member;
    batch.holding = now.holding_of({4, 6});
    EXPECT_TRUE(is_fenced(now.check(batch, "x"))) << member;
  }
}

TEST(Fence, DiscoveriesForShardsOfOtherWritersAreAllowed) {
  const Fence fence = Fence().raised(ShardSet::all());
  const Batch batch{.holding = fence.holding_of({1}),
                    .discoveries = {{.key = key_of(kSite, 1), .url = "u"}}};
  EXPECT_TRUE(batch.shards().empty());
  EXPECT_TRUE(fence.check(batch, "x"));
}

TEST(Fence, DeletingChangesNeedsEveryShardOfTheHolding) {
  const Fence before = Fence().raised(ShardSet::all());
  const Fence now = before.raised({5});
  for (Batch batch :
       {Batch{.forget_changes_before = at(1)}, Batch{.forget_changes_after = at(1)}}) {
    batch.holding = before.holding_of({4, 5});
    EXPECT_TRUE(before.check(batch, "x"));
    EXPECT_TRUE(is_fenced(now.check(batch, "x")));
    batch.holding = before.holding_of({4});
    EXPECT_TRUE(now.check(batch, "x"));
  }
}

TEST(Fence, FactsNeedAWriterThatHasNotLostAllItsShards) {
  const Fence before = Fence().raised(ShardSet::all());
  Batch batch{.facts = {{"a", "1"}}};
  batch.holding = before.holding_of({4, 5});
  EXPECT_TRUE(before.raised({5}).check(batch, "x"));
  EXPECT_TRUE(is_fenced(before.raised({4, 5}).check(batch, "x")));
  batch.holding = Holding();
  EXPECT_TRUE(before.check(batch, "x")) << "it never held a shard";
}

TEST(Fence, ErrorsSayWhatIsWrong) {
  const Fence before = Fence().raised(ShardSet::all());
  const Batch batch{.holding = before.holding_of({5}),
                    .pages = {waiting_page(key_of(kSite, 1), {})}};
  EXPECT_EQ(
      before.raised({5}).check(batch, "the state in x").error().message,
      "writing the state in x: shard 5 was taken by another writer (this one has epoch 1, the "
      "shard is at 2); nothing was written");
  const Batch other{.holding = before.holding_of({6}),
                    .pages = {waiting_page(key_of(kSite, 1), {})}};
  EXPECT_EQ(before.check(other, "the state in x").error().message,
            "writing the state in x: shard 5 is not held by this writer; nothing was written");
}

}  // namespace
}  // namespace freshet::store
