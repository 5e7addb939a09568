// Tests of structured collection: lists, items, and changes of their fields.
#include <algorithm>

#include "collection/items.h"
#include "collection/keys.h"
#include "engine/engine_world.h"

namespace freshet::test {
namespace {

using store::VisitResult;

constexpr char kRecipe[] = R"(
name = "shop"
seeds = ["http://a.test/c/all"]
[list]
patterns = ['^http://a\.test/c/[a-z]+(\?page=\d+)?$']
[item]
patterns = ['^http://a\.test/(?:sale/)?item/(?P<id>\d+)$']
key = "id"
[[item.field]]
name = "title"
selector = "h1"
required = true
[[item.field]]
name = "price"
selector = ".price"
type = "money"
required = true
[[item.record]]
name = "review"
each = ".review"
  [[item.record.field]]
  name = "stars"
  attribute = "data-stars"
  selector = ".stars"
  type = "number"
)";

struct Product {
  std::string title;
  std::string price = "10.00 EUR";
  std::string extra = {};
};

// A page of an item with an advert that differs at every request.
Answer product(const Product& product) {
  return [product](const Hit& hit) {
    return html("<h1>" + product.title + "</h1><p class=price>" + product.price + "</p>" +
                product.extra + "<p>Buy " + std::to_string(hit.number) + " of " +
                std::to_string(hit.number * 7919) + " now</p><a href=/ad/" +
                std::to_string(hit.number) + ">advert</a>");
  };
}

class Recipes : public EngineWorld {
 protected:
  Recipes() {
    options_.seeds = {"http://a.test/c/all"};
    options_.collection.scope.recipes = {kRecipe};
  }

  void set_items(int first, int last) {
    for (int i = first; i <= last; ++i) {
      web_.set(item_url(i), product({.title = "Item " + std::to_string(i)}));
    }
  }
  static std::string item_url(int number) { return "http://a.test/item/" + std::to_string(number); }
  std::optional<store::Item> item(const std::string& url) const {
    return store_.item(collection::page_key(url)).value();
  }
  std::string fields(const std::string& url) const {
    const auto found = item(url);
    return found ? found->fields : "";
  }
  // The changes of fields in the feed, in the order of time.
  std::vector<std::string> field_changes() const {
    std::vector<std::string> all;
    EXPECT_TRUE(
        store_.each_change(store::ShardSet::all(), kStart, [&](const store::Change& change) {
          if (!change.fields.empty()) all.push_back(change.fields);
          return true;
        }));
    return all;
  }
  size_t changes_of_lists() const {
    size_t count = 0;
    for (const auto& [url, page] : pages()) {
      if (url.find("/c/") == std::string::npos) continue;
      const auto all = changes(url);
      count += static_cast<size_t>(std::count(all.begin(), all.end(), Kind::kChanged));
    }
    return count;
  }
};

TEST_F(Recipes, OnlySeedsListsAndItemsAreFetched) {
  web_.set("http://a.test/c/all", links({"/c/all?page=2", "/c/all?sort=price", "/item/1", "/help",
                                         "/cart?add=1", "http://b.test/item/1"}));
  web_.set("http://a.test/c/all?page=2", links({"/item/2", "/item/1", "/item/2/print"}));
  set_items(1, 2);
  const crawl::Progress progress = run();
  EXPECT_EQ(progress.pages, 4u);
  EXPECT_EQ(web_.count("http://a.test/"), 5u) << "with robots.txt";
  EXPECT_EQ(web_.count("http://b.test/"), 0u);
  EXPECT_EQ(fields(item_url(1)),
            R"({"title":"Item 1","price":{"amount":"10.00","currency":"EUR"}})");
  EXPECT_EQ(item(item_url(2))->key, "2");
  EXPECT_EQ(item("http://a.test/c/all"), std::nullopt);
}

TEST_F(Recipes, ItemWithTwoUrlsIsFetchedOnceEvenAfterARestart) {
  web_.set("http://a.test/c/all", links({"/item/1", "/sale/item/1"}));
  set_items(1, 1);
  web_.set("http://a.test/sale/item/1", product({.title = "Item 1"}));
  run();
  EXPECT_EQ(web_.count("http://a.test/sale/"), 0u);
  collection::PageReport same;
  collection::PageReport other;
  collection::PageReport first;
  web_.set("http://a.test/c/all", links({"/sale/item/1", "/item/2", "/sale/item/2", "/help"}));
  web_.set("http://a.test/sale/item/2", product({.title = "Item 2"}));
  set_items(2, 2);
  run_without_end(0.02);
  at(elapsed() + Duration::days(1), [&] {
    same = why("http://a.test/sale/item/1");
    other = why("http://a.test/help");
    first = why("http://a.test/item/1");
  });
  run_for(Duration::days(2));
  EXPECT_EQ(same.standing, collection::Standing::kSameItem);
  EXPECT_EQ(other.standing, collection::Standing::kExcludedByPattern);
  EXPECT_NE(other.words.find("no pattern of the recipe"), std::string::npos) << other.words;
  ASSERT_TRUE(first.item);
  EXPECT_EQ(first.item->key, "1");
  EXPECT_EQ(web_.count("http://a.test/sale/"), 0u);
  EXPECT_GE(web_.count("http://a.test/item/2"), 1u);
}

TEST_F(Recipes, AnotherUrlStandsForAnItemWhosePageIsGone) {
  web_.set("http://a.test/c/all", links({"/item/1", "/item/2"}));
  set_items(1, 2);
  run_without_end(0.02);
  at(Duration::days(2), [&] {
    web_.set("http://a.test/item/1", status(404));
    web_.set("http://a.test/sale/item/1", product({.title = "Item 1"}));
  });
  at(Duration::days(6), [&] {
    web_.set("http://a.test/c/all", links({"/sale/item/1", "/item/2"}));
  });
  run_for(Duration::days(12));
  EXPECT_NE(fields("http://a.test/sale/item/1"), "");
}

TEST_F(Recipes, PriceIsAChangeAndAnAdvertIsNot) {
  web_.set("http://a.test/c/all", links({"/item/1", "/item/2"}));
  set_items(1, 2);
  run_without_end(0.05);
  at(Duration::days(3),
     [&] { web_.set(item_url(1), product({.title = "Item 1", .price = "12.50 EUR"})); });
  run_for(Duration::days(8));
  EXPECT_GT(web_.count(item_url(2)), 3u);
  EXPECT_EQ(changes(item_url(2)), (std::vector{Kind::kNew}));
  EXPECT_EQ(changes(item_url(1)), (std::vector{Kind::kNew, Kind::kChanged}));
  EXPECT_EQ(history(item_url(2)).totals().changes, 0u);
  EXPECT_EQ(history(item_url(1)).totals().changes, 1u);
  EXPECT_EQ(field_changes(),
            std::vector<std::string>{R"({"recipe":"shop","key":"1","changes":[{"field":"price",)"
                                     R"("old":{"amount":"10.00","currency":"EUR"},)"
                                     R"("new":{"amount":"12.50","currency":"EUR"}}]})"});
  const store::Item changed = *item(item_url(1));
  EXPECT_LT(changed.first_seen, kStart + Duration::days(1));
  EXPECT_GT(changed.last_change, kStart + Duration::days(3));
}

TEST_F(Recipes, NewReviewIsAChangeOfTheRecords) {
  const std::string review = "<div class=review><b class=stars data-stars=4></b></div>";
  web_.set("http://a.test/c/all", links({"/item/1"}));
  web_.set(item_url(1), product({.title = "Item 1", .extra = review}));
  run_without_end(0.05);
  at(Duration::days(2), [&] {
    const std::string bad = "<div class=review><b class=stars data-stars=1></b></div>";
    web_.set(item_url(1), product({.title = "Item 1", .extra = bad + review}));
  });
  run_for(Duration::days(6));
  EXPECT_EQ(item(item_url(1))->records, R"({"review":[{"stars":1},{"stars":4}]})");
  ASSERT_EQ(field_changes().size(), 1u);
  EXPECT_NE(field_changes()[0].find(R"("field":"review","old":null,"new":[{"stars":1}])"),
            std::string::npos)
      << field_changes()[0];
}

TEST_F(Recipes, ItemsThatMoveBetweenListsAreNoChange) {
  web_.set("http://a.test/c/all", links({"/c/all?page=2", "/item/1", "/item/2"}));
  web_.set("http://a.test/c/all?page=2", links({"/item/3", "/item/4"}));
  set_items(1, 5);
  run_without_end(0.05);
  at(Duration::days(2), [&] {
    web_.set("http://a.test/c/all", links({"/c/all?page=2", "/item/3", "/item/1"}));
    web_.set("http://a.test/c/all?page=2", links({"/item/4", "/item/2"}));
  });
  run_for(Duration::days(4));
  EXPECT_EQ(changes_of_lists(), 0u);
  at(Duration::days(5), [&] {
    web_.set("http://a.test/c/all", links({"/c/all?page=2", "/item/5", "/item/3"}));
  });
  run_for(Duration::days(4));
  EXPECT_EQ(changes_of_lists(), 1u);
  EXPECT_NE(fields(item_url(5)), "");
}

TEST_F(Recipes, RedesignKeepsTheValuesAndRaisesAnAlarm) {
  constexpr int kItems = 8;
  std::vector<std::string> hrefs;
  for (int i = 1; i <= kItems; ++i) hrefs.push_back("/item/" + std::to_string(i));
  web_.set("http://a.test/c/all", links(hrefs));
  set_items(1, kItems);
  run_without_end(0.02);
  at(Duration::days(3), [&] {
    for (int i = 1; i <= kItems; ++i) {
      web_.set(item_url(i), html("<h2>Item " + std::to_string(i) + "</h2><p>10.00 EUR</p>"));
    }
  });
  collection::StatusReport before;
  collection::StatusReport raised;
  at(Duration::days(3), [&] { before = status_now(); });
  at(Duration::days(8), [&] { raised = status_now(); });
  run_for(Duration::days(8) + Duration::minutes(1));
  EXPECT_EQ(before.sites.unmatched, 0u);
  ASSERT_EQ(raised.unmatched.size(), 1u);
  ASSERT_EQ(raised.unmatched[0].recipes.size(), 1u);
  EXPECT_EQ(raised.unmatched[0].recipes[0].missing(), "title, price");
  EXPECT_EQ(logged("ALARM"), 1u);
  EXPECT_TRUE(field_changes().empty());
  for (int i = 1; i <= kItems; ++i) {
    ASSERT_TRUE(item(item_url(i)));
    EXPECT_EQ(fields(item_url(i)), R"({"title":"Item )" + std::to_string(i) +
                                       R"(","price":{"amount":"10.00","currency":"EUR"}})");
    EXPECT_TRUE(item(item_url(i))->unmatched_since);
    EXPECT_EQ(page(item_url(i)).result, VisitResult::kUnmatched);
    EXPECT_LT(*page(item_url(i)).last_success, kStart + Duration::days(3));
  }

  // The recipe is mended: all items are read again, and nothing counts as a change.
  std::string mended = kRecipe;
  mended.replace(mended.find("\"h1\""), 4, "\"h2\"");
  mended.replace(mended.find("\".price\""), 8, "\"p\"");
  options_.collection.scope.recipes = {mended};
  collection::StatusReport last;
  after(Duration::days(6), [&] { last = status_now(); });
  run_for(Duration::days(6) + Duration::minutes(1));
  EXPECT_EQ(last.sites.unmatched, 0u);
  EXPECT_TRUE(field_changes().empty());
  EXPECT_EQ(item(item_url(1))->unmatched_since, std::nullopt);
}

TEST_F(Recipes, MendedRecipeReadsPagesThatHaveNotChanged) {
  web_.set("http://a.test/c/all", links({"/item/1"}));
  web_.set(item_url(1), tagged("v1", "<h1>Item 1</h1><p class=price>5 EUR</p><i>Acme</i>"));
  run_without_end(0.05);
  run_for(Duration::days(3));
  EXPECT_EQ(web_.requests(item_url(1)).back().header("If-None-Match"), "\"v1\"");
  options_.collection.scope.recipes = {std::string(kRecipe) +
                                       "[[item.field]]\nname = \"brand\"\nselector = \"i\"\n"};
  run_for(Duration::days(4));
  EXPECT_NE(fields(item_url(1)).find(R"("brand":"Acme")"), std::string::npos);
  EXPECT_EQ(web_.requests(item_url(1)).back().header("If-None-Match"), "\"v1\"");
  EXPECT_TRUE(field_changes().empty());
}

TEST_F(Recipes, OneBrokenPageAmongPagesThatAreNotModifiedRaisesNoAlarm) {
  constexpr int kItems = 8;
  std::vector<std::string> hrefs;
  for (int i = 1; i <= kItems; ++i) {
    hrefs.push_back("/item/" + std::to_string(i));
    web_.set(item_url(i), tagged("v", "<h1>Item</h1><p class=price>5 EUR</p>"));
  }
  web_.set("http://a.test/c/all", links(hrefs));
  run_without_end(0.02);
  at(Duration::days(1), [&] { web_.set(item_url(3), html("<h1>Item</h1>sold out")); });
  at(Duration::days(4),
     [&] { web_.set(item_url(3), tagged("v", "<h1>Item</h1><p class=price>5 EUR</p>")); });
  std::optional<store::Item> broken;
  at(Duration::days(4), [&] { broken = item(item_url(3)); });
  run_for(Duration::days(6));
  EXPECT_GT(web_.count(item_url(3)), 20u);
  EXPECT_EQ(logged("ALARM"), 0u);
  ASSERT_TRUE(broken);
  EXPECT_TRUE(broken->unmatched_since);
  EXPECT_EQ(item(item_url(3))->unmatched_since, std::nullopt);
}

TEST_F(Recipes, PagesThatNeverMatchBecomeNoItems) {
  web_.set("http://a.test/c/all", links({"/item/1", "/item/2"}));
  set_items(1, 1);
  web_.set(item_url(2), html("<h1>Only a title</h1>"));
  run_without_end(0.05);
  run_for(Duration::days(3));
  EXPECT_EQ(item(item_url(2)), std::nullopt);
  EXPECT_NE(item(item_url(1)), std::nullopt);
  EXPECT_EQ(logged("ALARM"), 0u);
}

TEST_F(Recipes, RowsTellWhenAnItemWasSeenAndVerified) {
  web_.set("http://a.test/c/all", links({"/item/1", "/item/2"}));
  set_items(1, 2);
  run_without_end(0.05);
  at(Duration::days(2), [&] { web_.set(item_url(2), status(404)); });
  run_for(Duration::days(5));
  std::vector<collection::ItemRow> rows;
  ASSERT_TRUE(collection::each_item(store_, "shop", [&](const collection::ItemRow& row) {
    rows.push_back(row);
    return true;
  }));
  ASSERT_EQ(rows.size(), 2u);
  if (rows[0].item.key == "2") std::swap(rows[0], rows[1]);
  EXPECT_EQ(rows[0].verified_at, *page(item_url(1)).last_success);
  EXPECT_GT(rows[0].verified_at, kStart + Duration::days(2));
  EXPECT_EQ(rows[0].gone_since, std::nullopt);
  EXPECT_TRUE(rows[1].gone_since);
  EXPECT_LT(rows[1].last_seen, kStart + Duration::days(2));
  EXPECT_EQ(collection::stored_recipes(store_).value().named("shop")->text(), kRecipe);
}

}  // namespace
}  // namespace freshet::test
