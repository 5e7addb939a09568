#include "collection/spending.h"

#include "gtest/gtest.h"
#include "store/store.h"

namespace freshet::collection {
namespace {

Spending stored(const std::string& fact) {
  const auto store = store::make_memory_store();
  EXPECT_TRUE(store->commit({.facts = {{kSpendingFact, fact}}}, store::Durability::kProcess));
  return stored_spending(*store);
}

TEST(Spending, IsReadAsWritten) {
  for (const Spending& spending :
       {Spending(), Spending{.requests = 3},
        Spending{.requests = 4, .since = Instant::from_unix_seconds(1'800'000'000)}}) {
    EXPECT_EQ(stored(spending.encode()), spending) << spending.encode();
  }
}

TEST(Spending, TextThatCannotBeReadIsNone) {
  EXPECT_EQ(stored("0 0"), Spending());
  EXPECT_EQ(stored("4"), Spending());
  EXPECT_EQ(stored("4 -1"), Spending());
  EXPECT_EQ(stored("many"), Spending());
}

}  // namespace
}  // namespace freshet::collection
