#include "convert/ids.h"

#include <gtest/gtest.h>

namespace freshet::convert {
namespace {

store::PageKey key(uint64_t page) {
  return {.site = {1}, .page = {page}};
}

TEST(Ids, AreAssignedOnceAndCountFromOne) {
  const auto store = store::make_memory_store();
  Ids ids = Ids::load(*store).value();
  EXPECT_EQ(ids.page(key(7)), 0);
  EXPECT_EQ(ids.assign_page(key(7)), 1);
  EXPECT_EQ(ids.assign_page(key(0)), 2);
  EXPECT_EQ(ids.site({9}), 1);
  EXPECT_EQ(ids.site({8}), 2);
  EXPECT_EQ(ids.site({9}), 1);
  EXPECT_EQ(ids.domain("a.test"), 1);
  EXPECT_EQ(ids.community("a.test"), 1);
  EXPECT_EQ(ids.community("b"), 2);
  ASSERT_TRUE(ids.save(*store));

  Ids reloaded = Ids::load(*store).value();
  EXPECT_EQ(reloaded.collection(), ids.collection());
  EXPECT_EQ(reloaded.collection().size(), 32U);
  EXPECT_EQ(reloaded.page(key(7)), 1);
  EXPECT_EQ(reloaded.page(key(0)), 2);
  EXPECT_EQ(reloaded.site({8}), 2);
  EXPECT_EQ(reloaded.community("b"), 2);
  EXPECT_EQ(reloaded.assign_page(key(3)), 3);
  EXPECT_EQ(reloaded.last_page(), 3);
}

TEST(Ids, IdsThatWereNotSavedAreNotAssigned) {
  const auto store = store::make_memory_store();
  Ids::load(*store).value().assign_page(key(7));
  EXPECT_EQ(Ids::load(*store).value().page(key(7)), 0);
}

TEST(Ids, ReservedIdsAreNotAssigned) {
  const auto store = store::make_memory_store();
  ASSERT_TRUE(store->commit({.facts = {{"ids/page", "1000"}}}, store::Durability::kProcess));
  EXPECT_EQ(Ids::load(*store).value().assign_page(key(7)), 1001);
}

TEST(Ids, CollectionsHaveDifferentNames) {
  const auto one = store::make_memory_store();
  const auto other = store::make_memory_store();
  EXPECT_NE(Ids::load(*one)->collection(), Ids::load(*other)->collection());
}

TEST(PageTable, FindsEachOfManyPages) {
  PageTable table;
  for (uint32_t i = 1; i <= 100'000; ++i) table.insert(i * 0x9E3779B97F4A7C15, i);
  EXPECT_EQ(table.size(), 100'000U);
  for (uint32_t i = 1; i <= 100'000; ++i) ASSERT_EQ(table.find(i * 0x9E3779B97F4A7C15), i);
  EXPECT_EQ(table.find(1), 0U);
}

}  // namespace
}  // namespace freshet::convert
