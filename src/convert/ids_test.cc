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

// Ids that a driver reserves for several processes, each of which assigns its own.
TEST(Ids, RangesDoNotOverlapAndAreNotGivenTwice) {
  const auto store = store::make_memory_store();
  auto first = Ids::load(*store);
  ASSERT_TRUE(first);
  first->assign_page({{1}, {1}});
  ASSERT_TRUE(first->save(*store));
  auto driver = Ids::load_for_driver(*store);
  ASSERT_TRUE(driver);
  EXPECT_EQ(driver->reserve_pages(10, 0), (IdRange{.first = 2, .count = 10}));
  EXPECT_EQ(driver->reserve_pages(0, 0), (IdRange{.first = 12, .count = 0}));
  EXPECT_EQ(driver->reserve_pages(5, 0), (IdRange{.first = 12, .count = 5}));
  ASSERT_TRUE(driver->save(*store));
  // The ranges were not used, as after a failure.
  auto next = Ids::load_for_driver(*store);
  ASSERT_TRUE(next);
  EXPECT_EQ(next->reserve_pages(1, 0).first, 17U);
  EXPECT_EQ(next->reserve_pages(1, 30).first, 31U) << "somebody knows a page with the id 30";
}

TEST(Ids, OfARangeAreSavedWithoutTheCounters) {
  const auto store = store::make_memory_store();
  auto driver = Ids::load_for_driver(*store);
  ASSERT_TRUE(driver);
  const IdRange a = driver->reserve_pages(2, 0);
  const IdRange b = driver->reserve_pages(2, 0);
  ASSERT_TRUE(driver->save(*store));
  auto one = Ids::load(*store);
  auto other = Ids::load(*store);
  ASSERT_TRUE(one && other);
  one->use(a);
  other->use(b);
  EXPECT_EQ(other->assign_page({{1}, {3}}), 3);
  EXPECT_EQ(other->assign_page({{1}, {4}}), 4);
  EXPECT_EQ(one->assign_page({{1}, {1}}), 1);
  ASSERT_TRUE(other->save(*store));
  ASSERT_TRUE(one->save(*store));
  EXPECT_EQ(Ids::load(*store)->last_page(), 4);
  EXPECT_EQ(one->page({{1}, {3}}), 0);
  ASSERT_TRUE(one->load_again(*store, true));
  EXPECT_EQ(one->page({{1}, {3}}), 3);
}

// A participant of a conversion that has failed assigns an id after the next one has begun.
TEST(Ids, ThatWereAssignedTwiceAreTheFirstOnesForAll) {
  const auto store = store::make_memory_store();
  auto late = Ids::load(*store);
  auto present = Ids::load(*store);
  ASSERT_TRUE(late && present);
  late->use({.first = 1, .count = 1});
  present->use({.first = 2, .count = 1});
  late->assign_page({{1}, {1}});
  present->assign_page({{1}, {1}});
  ASSERT_TRUE(late->save(*store));
  ASSERT_TRUE(present->save(*store));
  ASSERT_TRUE(present->load_again(*store, true));
  EXPECT_EQ(present->page({{1}, {1}}), 1);
}

}  // namespace
}  // namespace freshet::convert
