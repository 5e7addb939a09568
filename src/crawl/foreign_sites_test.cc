#include "crawl/foreign_sites.h"

#include "collection/keys.h"
#include "gtest/gtest.h"

namespace freshet::crawl {
namespace {

class ForeignSitesTest : public testing::Test {
 protected:
  bool record(int number) {
    const url::Url url = *url::parse("http://h" + std::to_string(number) + ".test/page");
    const auto is_new = sites_.record(url, id(number), kNow, *store_, batch_);
    EXPECT_TRUE(is_new);
    return is_new && *is_new;
  }
  static store::SiteId id(int number) {
    return collection::page_key("http://h" + std::to_string(number) + ".test/page").site;
  }
  void commit() {
    EXPECT_TRUE(store_->commit(batch_, store::Durability::kProcess));
    batch_.clear();
  }

  static constexpr Instant kNow = Instant::from_unix_seconds(1'000'000);
  std::unique_ptr<store::Store> store_ = store::make_memory_store();
  store::Batch batch_;
  ForeignSites sites_{16};
};

TEST_F(ForeignSitesTest, AreRecordedOnce) {
  EXPECT_TRUE(record(1));
  EXPECT_FALSE(record(1));
  ASSERT_EQ(batch_.sites.size(), 1u);
  EXPECT_EQ(batch_.sites[0].text, "http://h1.test");
  EXPECT_EQ(batch_.sites[0].discovered, kNow);
  EXPECT_TRUE(ForeignSites::is_foreign(batch_.sites[0]));
  commit();
  EXPECT_FALSE(record(1));
  EXPECT_EQ(sites_.size(), 1u);
}

TEST_F(ForeignSitesTest, SitesThatTheTableDisplacedAreFoundInTheStore) {
  for (int i = 0; i < 1000; ++i) {
    EXPECT_TRUE(record(i));
    commit();
  }
  for (int i = 0; i < 1000; ++i) EXPECT_FALSE(record(i));
  EXPECT_TRUE(batch_.sites.empty());
  EXPECT_EQ(sites_.size(), 1000u);
}

TEST_F(ForeignSitesTest, ASiteThatComesIntoTheScopeIsNoLongerForeign) {
  record(1);
  EXPECT_TRUE(sites_.leave(id(1), false)) << "it is in the batch";
  record(2);
  commit();
  ForeignSites later(16);
  later.count();
  EXPECT_TRUE(later.leave(id(2), true));
  EXPECT_EQ(later.size(), 0u);
  EXPECT_FALSE(later.leave(id(3), false)) << "it was never recorded";
}

}  // namespace
}  // namespace freshet::crawl
