#include "cli/item_filter.h"

#include <gtest/gtest.h>

namespace freshet::cli {
namespace {

bool accepts(const std::vector<std::string>& conditions) {
  const auto filter = ItemFilter::parse(conditions);
  EXPECT_TRUE(filter);
  collection::ItemRow row{.item = {.key = "17"}, .url = "http://a.test/item/17"};
  json::Reader reader;
  const auto fields =
      reader.read(R"({"title":"Old bridge","price":{"amount":"9.50","currency":"EUR"},"stars":4,)"
                  R"("tags":["a","b"]})");
  return filter->accepts(row, fields.value());
}

TEST(ItemFilter, NumbersAndAmountsAreComparedAsNumbers) {
  EXPECT_TRUE(accepts({"price<10"}));
  EXPECT_TRUE(accepts({"price >= 9.5"}));
  EXPECT_TRUE(accepts({"price=9.500"}));
  EXPECT_FALSE(accepts({"price>10"}));
  EXPECT_TRUE(accepts({"stars<=4", "stars>3.9"}));
  EXPECT_TRUE(accepts({"key>9"}));
}

TEST(ItemFilter, TextsAreComparedAsTexts) {
  EXPECT_TRUE(accepts({"title=Old bridge"}));
  EXPECT_TRUE(accepts({"title!=New bridge"}));
  EXPECT_TRUE(accepts({"price.currency=EUR"}));
  EXPECT_TRUE(accepts({R"(tags=["a","b"])"}));
  EXPECT_TRUE(accepts({"gone=false"}));
  EXPECT_TRUE(accepts({"url~/item/\\d+$"}));
  EXPECT_TRUE(accepts({"title~(?i)BRIDGE"}));
  EXPECT_FALSE(accepts({"title~^bridge"}));
}

TEST(ItemFilter, AllConditionsMustHold) {
  EXPECT_FALSE(accepts({"price<10", "title=other"}));
}

TEST(ItemFilter, ItemWithoutTheFieldMeetsOnlyUnequal) {
  EXPECT_FALSE(accepts({"brand=Acme"}));
  EXPECT_FALSE(accepts({"brand<z"}));
  EXPECT_TRUE(accepts({"brand!=Acme"}));
  EXPECT_FALSE(accepts({"price.tax=1"}));
}

TEST(ItemFilter, MistakesAreErrors) {
  for (const char* text : {"", "price", "=5", "title~(", "price!5"}) {
    EXPECT_FALSE(ItemFilter::parse({text})) << text;
  }
  const auto wrong = ItemFilter::parse({"price"});
  EXPECT_NE(wrong.error().message.find("price<20"), std::string::npos);
}

TEST(ItemFilter, FieldThatTheRecipeDoesNotHaveIsAnError) {
  const auto recipe = extract::Recipe::parse(
      "name = \"shop\"\nseeds = [\"http://a.test/\"]\n[item]\npatterns = ['^http://a']\n"
      "[[item.field]]\nname = \"price\"\nselector = \".price\"\ntype = \"money\"\n");
  ASSERT_TRUE(recipe);
  for (const char* good : {"price<20", "price.amount<20", "key=1", "url~a", "gone=false"}) {
    EXPECT_TRUE(ItemFilter::parse({good})->check(*recipe)) << good;
  }
  const Status checked = ItemFilter::parse({"price<20", "prise.amount<20"})->check(*recipe);
  ASSERT_FALSE(checked);
  EXPECT_EQ(checked.error().message,
            "the items of shop have no field \"prise\"; they have key, url, gone, price");
}

}  // namespace
}  // namespace freshet::cli
