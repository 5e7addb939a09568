// Tests of the conversion of items that a crawl has found by a recipe: all targets have the same
// rows, also after items and recipes have changed.
#include "integration/converting.h"
#include "store/store.h"
#include "support/postgres.h"

namespace freshet::test {
namespace {

std::string shop_recipe(const std::string& more_fields = "") {
  return R"(
name = "shop"
seeds = ["http://a.test/"]
[list]
patterns = ['^http://a\.test/$']
[item]
patterns = ['^http://a\.test/item/(?P<id>\d+)$']
key = "id"
[[item.field]]
name = "title"
selector = "h1"
required = true
[[item.field]]
name = "price"
selector = ".price"
type = "money"
[[item.field]]
name = "tags"
selector = ".tag"
list = true
)" + more_fields +
         R"(
[[item.record]]
name = "review"
each = ".review"
  [[item.record.field]]
  name = "stars"
  selector = ".stars"
  type = "number"
)";
}

class ConvertItems : public Converting {
 protected:
  void SetUp() override {
    web_.set("a.test/", links({"/item/1", "/item/2", "/item/3"}));
    set_item(1,
             "<h1>it's &quot;a&quot; \\ cup \xF0\x9F\x8D\xB5</h1><p class=price>EUR 12.50</p>"
             "<i class=tag>a, b</i><i class=tag>\"c\"</i>"
             "<div class=review><b class=stars>4.50</b></div><div class=review></div>");
    set_item(2, "<h1>" + std::string(10'000, 'x') + "</h1><p class=price>$3</p>");
    set_item(3, "<p>no title");
  }
  void set_item(int id, const std::string& body) {
    web_.set("a.test/item/" + std::to_string(id), html(body));
  }

  crawl::CrawlOptions options_of(const std::string& recipe) const {
    crawl::CrawlOptions options = hasty(web_.address());
    options.seeds = {"http://a.test/"};
    options.collection.scope.recipes = {recipe};
    return options;
  }
  void crawl(const std::string& recipe) { run(options_of(recipe), clock_); }
  // Visits the pages again.
  void crawl_again(const std::string& recipe) {
    clock_.leap(Duration::days(1));
    run(in_turn(options_of(recipe)), clock_);
  }
  std::string price(int id) const {
    return ask_sqlite(catalog(),
                      "SELECT price_amount || ' ' || price_currency FROM item_shop "
                      "WHERE key = '" +
                          std::to_string(id) + "'");
  }

  LeapingClock clock_;
  ScriptedWeb web_;
};

TEST_F(ConvertItems, AreRowsOfTheirRecipe) {
  crawl(shop_recipe());
  EXPECT_EQ(to_sqlite().items, 2U);
  const auto ask = [&](const std::string& what) {
    return ask_sqlite(catalog(), "SELECT " + what + " FROM item_shop WHERE key = '1'");
  };
  EXPECT_EQ(ask("title"), "it's \"a\" \\ cup \xF0\x9F\x8D\xB5");
  EXPECT_EQ(price(1), "12.5 EUR");
  EXPECT_EQ(price(2), "3 USD");
  EXPECT_EQ(ask("tags"), R"(["a, b","\"c\""])");
  EXPECT_EQ(ask("url"), "http://a.test/item/1");
  EXPECT_EQ(ask("page_id"), std::to_string(id_of("http://a.test/item/1")));
  EXPECT_EQ(ask("first_seen = last_seen AND last_seen = verified_at"), "1");
  EXPECT_EQ(ask("gone_since IS NULL AND unmatched_since IS NULL"), "1");
  EXPECT_EQ(ask_sqlite(catalog(), "SELECT length(title) FROM item_shop WHERE key = '2'"), "10000");
  EXPECT_EQ(ask_sqlite(catalog(),
                       "SELECT group_concat(position || ':' || coalesce(stars, '-')) "
                       "FROM item_shop_review"),
            "1:4.5");
  EXPECT_EQ(to_sqlite().items, 0U) << "nothing has changed";
  expect_equal_to_full_conversion();
}

TEST_F(ConvertItems, AreTheSameInAllTargetsWhateverChanges) {
  FRESHET_POSTGRES(server);
  const auto expect_same = [&] {
    convert(catalog::make_postgres_writer(server.dsn()));
    to_lines();
    const CatalogRows rows = rows_of_sqlite(catalog());
    EXPECT_EQ(difference(rows_of_json_lines(lines()), rows), "");
    EXPECT_EQ(difference(rows, rows_of_postgres(server.dsn())), "");
    expect_equal_to_full_conversion();
  };
  crawl(shop_recipe());
  to_sqlite();
  expect_same();

  set_item(1, "<h1>cup</h1><p class=price>EUR 11</p>");
  set_item(3, "<h1>a title now</h1>");
  web_.set("a.test/item/2", status(404));
  crawl_again(shop_recipe());
  EXPECT_GT(to_sqlite().items, 0U);
  EXPECT_EQ(price(1), "11 EUR");
  EXPECT_EQ(ask_sqlite(catalog(), "SELECT count(*) FROM item_shop_review"), "0");
  EXPECT_EQ(ask_sqlite(catalog(), "SELECT key FROM item_shop WHERE gone_since IS NOT NULL"), "2");
  EXPECT_EQ(price(2), "3 USD") << "the last values stay";
  EXPECT_EQ(ask_sqlite(catalog(), "SELECT title FROM item_shop WHERE key = '3'"), "a title now");
  expect_same();

  // The items of a recipe with other columns are all written again.
  const std::string wider = shop_recipe("[[item.field]]\nname = 'url_of'\nsource = 'og:url'\n");
  crawl_again(wider);
  EXPECT_EQ(to_sqlite().items, 3U);
  EXPECT_EQ(ask_sqlite(catalog(), "SELECT count(*) FROM item_shop WHERE url_of IS NULL"), "3");
  expect_same();
}

}  // namespace
}  // namespace freshet::test
