#include "store/agent_store.h"

#include <gtest/gtest.h>

namespace freshet::store {
namespace {

PageKey key_in(ShardId shard) {
  return {.site = {(uint64_t{shard} << 56) + 1}, .page = {shard}};
}

struct AgentStoreTest : testing::Test {
  static PageState page_in(ShardId shard) {
    return {.key = key_in(shard), .url = "http://h" + std::to_string(shard) + "/"};
  }
  std::vector<ShardId> shards_of_pages(const Store& store) {
    std::vector<ShardId> shards;
    EXPECT_TRUE(store.each_page([&](const PageState& page) {
      shards.push_back(shard_of(page.key.site));
      return true;
    }));
    return shards;
  }

  const std::unique_ptr<Store> shared_ = make_memory_store();
  AgentStore a_{*shared_, "a", {"archive_end"}};
  AgentStore b_{*shared_, "b", {"archive_end"}};
};

TEST_F(AgentStoreTest, ScansReturnOnlyShardsThatTheAgentHolds) {
  ASSERT_TRUE(a_.take({1, 2}));
  ASSERT_TRUE(b_.take({3}));
  ASSERT_TRUE(a_.commit({.admitted = {page_in(1), page_in(2)}}, Durability::kProcess));
  ASSERT_TRUE(b_.commit({.admitted = {page_in(3)}}, Durability::kProcess));
  EXPECT_EQ(shards_of_pages(a_), (std::vector<ShardId>{1, 2}));
  EXPECT_EQ(shards_of_pages(b_), (std::vector<ShardId>{3}));
  EXPECT_TRUE(a_.page(key_in(3))->has_value()) << "reads by key reach all shards";
}

TEST_F(AgentStoreTest, BatchIsWrittenUnderTheAgentsHolding) {
  ASSERT_TRUE(a_.take({1, 2}));
  ASSERT_TRUE(b_.take({2}));
  const Status refused = a_.commit({.admitted = {page_in(2)}}, Durability::kProcess);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::kFenced);
  EXPECT_TRUE(a_.commit({.admitted = {page_in(1)}}, Durability::kProcess));
  a_.release_all();
  EXPECT_FALSE(a_.commit({.admitted = {page_in(1)}}, Durability::kProcess));
  EXPECT_TRUE(shards_of_pages(a_).empty());
}

TEST_F(AgentStoreTest, EachAgentHasItsOwnFactsAndSharesTheOthers) {
  ASSERT_TRUE(a_.take({1}));
  ASSERT_TRUE(b_.take({2}));
  const Batch batch{.facts = {{"archive_end", "1 10"}, {"run_control", "{}"}}};
  ASSERT_TRUE(a_.commit(batch, Durability::kProcess));
  EXPECT_EQ(a_.fact("archive_end").value(), "1 10");
  EXPECT_EQ(b_.fact("archive_end").value(), std::nullopt);
  EXPECT_EQ(b_.fact("run_control").value(), "{}");
  EXPECT_EQ(shared_->fact("archive_end@a").value(), "1 10");
}

}  // namespace
}  // namespace freshet::store
