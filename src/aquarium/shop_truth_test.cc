#include "aquarium/shop_truth.h"

#include <set>

#include "aquarium/shop_target.h"
#include "aquarium/shop_test_tools.h"
#include "gtest/gtest.h"

namespace freshet::aquarium {
namespace {

constexpr Duration kTick = Duration::microseconds(1);
constexpr Instant kLater = kShopStart + Duration::days(40);

std::string us(Instant at) {
  return std::to_string(at.unix_microseconds());
}

TEST(ShopTruth, ItemsComeInPiecesThatTogetherAreAllThatExist) {
  const World world(small_shop(), kShopStart);
  const Shop shop(world, 1);
  std::vector<std::string> keys;
  std::string next = "0";
  while (next != "null") {
    const Reply reply =
        request_truth(world, "/items?host=h1.aquarium.test&limit=7&after=" + next, kLater);
    ASSERT_EQ(reply.status, 200);
    for (std::string& key : between(reply.body, "\"key\":\"", "\"")) keys.push_back(key);
    ASSERT_EQ(between(reply.body, "\"next\":", "}").size(), 1U);
    next = between(reply.body, "\"next\":", "}")[0];
  }
  std::vector<std::string> expected;
  for (uint32_t item = 0; item < shop.item_count(); ++item) {
    if (shop.exists(item, kLater)) expected.push_back(std::to_string(Shop::kFirstId + item));
  }
  EXPECT_EQ(keys, expected);
  const std::string then = request_truth(world, "/items?host=h1.aquarium.test", kShopStart).body;
  const std::string past =
      request_truth(world, "/items?host=h1.aquarium.test&at_us=" + us(kShopStart), kLater).body;
  EXPECT_EQ(then.substr(then.find("\"at_us\"")), past.substr(past.find("\"at_us\"")));
}

TEST(ShopTruth, ChangesExplainEveryDifferenceOfTheState) {
  const World world(small_shop(), kShopStart);
  const Shop shop(world, 0);
  size_t seen = 0;
  for (uint32_t item = 0; item < 100; ++item) {
    const auto changes = item_changes(shop, {item, kShopStart, kLater}, 1'000);
    Instant previous = kShopStart;
    for (const ItemChange& change : changes) {
      EXPECT_GE(change.at, previous);
      const ItemState before = item_state(shop, item, change.at - kTick);
      const ItemState after = item_state(shop, item, change.at);
      EXPECT_EQ(before.price != after.price, change.aspect == Aspect::kPrice);
      EXPECT_EQ(before.is_in_stock != after.is_in_stock, change.aspect == Aspect::kStock);
      EXPECT_EQ(before.description != after.description, change.aspect == Aspect::kDescription);
      EXPECT_EQ(before.review_count != after.review_count, change.aspect == Aspect::kReviews);
      EXPECT_EQ(shop.last_change(item, change.at), change.at);
      EXPECT_LT(shop.last_change(item, change.at - kTick), change.at);
      // Nothing changes between two changes.
      EXPECT_EQ(shop.last_change(item, change.at - kTick),
                std::max(previous, kShopStart) > kShopStart ? previous
                                                            : shop.last_change(item, kShopStart));
      previous = change.at;
      ++seen;
    }
  }
  EXPECT_GT(seen, 300U);
}

TEST(ShopTruth, ChangesEndWithTheItemAndReviewsWithTheirLimit) {
  const World world(small_shop(), kShopStart);
  const Shop shop(world, 0);
  const Instant far = kShopStart + Duration::days(2'000);
  bool is_full = false;
  for (uint32_t item = 0; item < 140; ++item) {
    const auto changes = item_changes(shop, {item, kShopStart - Shop::kHistory, far}, 10'000);
    ASSERT_FALSE(changes.empty());
    EXPECT_GT(changes.front().at, shop.first_offered(item));
    EXPECT_LT(changes.back().at, shop.deleted(item));
    for (const ItemChange& change : changes) {
      if (change.aspect != Aspect::kReviews) continue;
      EXPECT_LE(change.version, Shop::kMostReviews);
      is_full |= change.version == Shop::kMostReviews;
    }
  }
  EXPECT_TRUE(is_full);
}

TEST(ShopTruth, ItemTellsItsChangesWithValuesBeforeAndAfter) {
  const World world(small_shop(), kShopStart);
  const Shop shop(world, 0);
  const Instant at = shop.process(3, Aspect::kPrice).change_time(5);
  const std::string body = request_truth(world,
                                         "/item?url=" + item_url(shop, 3) +
                                             "&since_us=" + us(at - kTick) + "&until_us=" + us(at),
                                         kLater)
                               .body;
  const auto amount = [&](Instant when) { return plain_amount(shop.price_at(3, when)); };
  EXPECT_NE(body.find("\"changes\":[{\"field\":\"price\",\"at_us\":" + us(at) +
                      ",\"before\":{\"amount\":\"" + amount(at - kTick) +
                      "\",\"currency\":\"USD\"},\"after\":{\"amount\":\"" + amount(at) +
                      "\",\"currency\":\"USD\"}}]"),
            std::string::npos)
      << body;
  EXPECT_NE(body.find("\"key\":\"1003\""), std::string::npos);
}

TEST(ShopTruth, ListsAreThePagesOfTheCategoriesThatExist) {
  const World world(small_shop(), kShopStart);
  const Shop shop(world, 0);
  const Reply reply = request_truth(world, "/lists?host=h0.aquarium.test", kLater);
  const auto urls = between(reply.body, "\"url\":\"http://h0.aquarium.test", "\"");
  EXPECT_GT(urls.size(), 12U);
  std::set<std::string> listed;
  for (const std::string& url : urls) {
    const Reply page = request_shop(world, {url}, kLater);
    EXPECT_EQ(page.status, 200) << url;
    for (const std::string& item : between(page.body, "<li class=\"product\"><a href=\"", "\"")) {
      listed.insert(item);
    }
  }
  size_t expected = 0;
  for (uint32_t item = 0; item < shop.item_count(); ++item) {
    expected += shop.exists(item, kLater) ? 1 : 0;
  }
  EXPECT_EQ(listed.size(), expected);
}

TEST(ShopTruth, RecipeNamesWhatThePagesHave) {
  const World world(small_shop(), kShopStart);
  const std::string recipe = request_truth(world, "/recipe?host=h2.aquarium.test", kShopStart).body;
  const std::string later =
      request_truth(world, "/recipe?host=h2.aquarium.test&redesigned=1", kShopStart).body;
  for (const std::string& text : {recipe, later}) {
    EXPECT_TRUE(text.starts_with("name = \"shop\"\nseeds = [\"http://h2.aquarium.test/\"]\n"));
    EXPECT_NE(text.find("'^http://h2\\.aquarium\\.test/item/(?P<id>\\d+)$'"), std::string::npos);
    EXPECT_EQ(between(text, "[[item.field]]\nname = \"", "\""),
              (std::vector<std::string>{"title", "brand", "sku", "price", "availability", "rating",
                                        "description", "image"}));
    EXPECT_EQ(between(text, "[[item.record]]\nname = \"", "\""),
              (std::vector<std::string>{"properties", "reviews"}));
  }
  EXPECT_EQ(recipe.substr(0, recipe.find("[[")), later.substr(0, later.find("[[")));
  // Every class that a recipe selects is in the design that it is for, and in no other.
  WorldOptions options = small_shop();
  options.redesign_at = Duration::days(1);
  const World redesigned(options, kShopStart);
  const std::string before = request_shop(redesigned, {"/item/1008", 2}, kShopStart).body;
  const std::string after =
      request_shop(redesigned, {"/item/1008", 2}, kShopStart + Duration::days(1)).body;
  for (const char* css_class : {"product", "brand", "offer", "price", "stock", "description",
                                "photo", "properties", "reviews"}) {
    const std::string attribute = "class=\"" + std::string(css_class) + "\"";
    EXPECT_NE(before.find(attribute), std::string::npos) << css_class;
    EXPECT_EQ(after.find(attribute), std::string::npos) << css_class;
  }
  for (const char* css_class : {"pdp", "pdp-name", "pdp-facts", "maker", "pdp-buy", "pdp-amount",
                                "pdp-supply", "pdp-about", "pdp-image", "specs", "opinions"}) {
    const std::string attribute = "class=\"" + std::string(css_class) + "\"";
    EXPECT_EQ(before.find(attribute), std::string::npos) << css_class;
    EXPECT_NE(after.find(attribute), std::string::npos) << css_class;
  }
}

TEST(ShopTruth, WrongQuestionsAreErrors) {
  const World world(small_shop(), kShopStart);
  const Shop shop(world, 0);
  uint32_t future = shop.item_count() - 1;
  EXPECT_EQ(request_truth(world, "/items?host=h9.aquarium.test", kShopStart).status, 400);
  EXPECT_EQ(request_truth(world, "/lists", kShopStart).status, 400);
  EXPECT_EQ(request_truth(world, "/pages?host=h0.aquarium.test", kShopStart).status, 404);
  for (const std::string& url :
       {std::string(), std::string("http://h0.aquarium.test/"), item_url(shop, 3) + "/print",
        std::string("http://h0.aquarium.test/item/999"), item_url(shop, future),
        std::string("http://h0.aquarium.test:8080/item/1003")}) {
    EXPECT_EQ(request_truth(world, "/item?url=" + url, kShopStart).status, 404) << url;
  }
  const World pages(WorldOptions{}, kShopStart);
  EXPECT_EQ(request_truth(pages, "/items?host=h0.aquarium.test", kShopStart).status, 404);
}

}  // namespace
}  // namespace freshet::aquarium
