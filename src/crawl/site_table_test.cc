#include "crawl/site_table.h"

#include <gtest/gtest.h>

namespace freshet::crawl {
namespace {

class SiteTableTest : public testing::Test {
 protected:
  SiteEntry& add(uint64_t id) {
    return table_.find_or_add(*url::parse("http://a.test/"), {id}, *store_, at_).entry;
  }
  void commit(const store::Batch& batch) {
    ASSERT_TRUE(store_->commit(batch, store::Durability::kProcess));
  }

  std::unique_ptr<store::Store> store_ = store::make_memory_store();
  frontier::Frontier frontier_{{}, {}};
  const Instant at_ = Instant::from_unix_seconds(1'790'000'000);
  SiteTable table_;
};

TEST_F(SiteTableTest, ANewSiteIsWrittenOnce) {
  add(1).state.in_scope = true;
  table_.touch(add(1));
  store::Batch batch;
  table_.write_touched(frontier_, batch);
  ASSERT_EQ(batch.sites.size(), 1u);
  EXPECT_EQ(batch.sites[0].text, "http://a.test");
  EXPECT_EQ(batch.sites[0].discovered, at_);
  EXPECT_TRUE(table_.is_in_scope({1}));
  EXPECT_FALSE(table_.has_touched());
}

TEST_F(SiteTableTest, ANewEntryIsInitialisedFromTheStore) {
  commit({.sites = {{.id = {1}, .text = "http://a.test", .pages = 7}}});
  const auto added = table_.find_or_add(*url::parse("http://a.test/x"), {1}, *store_, at_);
  EXPECT_TRUE(added.is_new);
  EXPECT_FALSE(added.is_new_to_store);
  EXPECT_EQ(added.entry.state.pages, 7u);
  EXPECT_FALSE(table_.find_or_add(*url::parse("http://a.test/"), {1}, *store_, at_).is_new);
}

TEST_F(SiteTableTest, ForeignSitesAreCountedButNotInTheTable) {
  store::Batch batch;
  const auto record = [&] {
    return table_.record_foreign(*url::parse("http://b.test/"), {2}, at_, *store_, batch);
  };
  EXPECT_TRUE(record().value());
  EXPECT_FALSE(record().value());
  EXPECT_EQ(batch.sites.size(), 1u);
  EXPECT_EQ(table_.known(), 1u);
  EXPECT_EQ(table_.find({2}), nullptr);
  const auto added = table_.find_or_add(*url::parse("http://b.test/"), {2}, *store_, at_);
  EXPECT_FALSE(added.is_new_to_store) << "it was found by a link";
  EXPECT_EQ(table_.known(), 1u);
  EXPECT_FALSE(record().value()) << "it is in the table now";
}

}  // namespace
}  // namespace freshet::crawl
